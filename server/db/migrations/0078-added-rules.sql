-- compatible-from: 0067
-- Admins can add rules to the standard ones. A decision keeps the name of such a rule, like its text, so that it stays
-- readable once the rule is changed or removed. Null for a standard rule.
alter table decisions add column rule_title text;
-- Not validated, because that would read the whole table under a lock: existing rows have met a stricter check.
alter table reports drop constraint reports_reason_check;
alter table reports add constraint reports_reason_check
  check (reason in ('real-video', 'nudity', 'violence', 'hate', 'spam', 'other') or reason ~ '^own-[0-9]+$') not valid;
