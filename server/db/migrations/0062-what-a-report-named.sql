-- compatible-from: 0049
-- The title, the comment's text or the name that the reporter saw. Null for visitors, and after the retention period.
alter table reports add column subject text;
-- The report that opened a case is about the texts that the case stores. Later reports may be about others.
update reports set subject = coalesce(snapshot ->> 'title', snapshot ->> 'text', snapshot ->> 'name')
from cases where cases.id = reports.case_id and user_id is not null and created_at = opened_at;
