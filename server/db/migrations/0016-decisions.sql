-- What the person is told when a decision is taken back without an appeal. The answer to an appeal has its own column:
-- a decision may be upheld first, and lifted later.
alter table decisions add column lift_answer text check (length(trim(lift_answer)) > 0);

-- What loses its texts in time (features/decisions/forget-texts.ts), found without reading everything that has.
create index decisions_with_texts on decisions (coalesce(ended_at, decided_at))
  where facts is not null and (state <> 'in-force' or measure in ('none', 'warn'));
create index cases_with_words on cases (closed_at) where state = 'closed' and snapshot <> '{}';
