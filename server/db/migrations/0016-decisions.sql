-- The explanation for the person if a decision is lifted without an appeal. The answer to an appeal has its own column,
-- because a decision may be upheld first and lifted later.
alter table decisions add column lift_answer text check (length(trim(lift_answer)) > 0);

-- Finds decisions whose texts are due for deletion (features/decisions/forget-texts.ts) without reading all of them.
create index decisions_with_texts on decisions (coalesce(ended_at, decided_at))
  where facts is not null and (state <> 'in-force' or measure in ('none', 'warn'));
create index cases_with_words on cases (closed_at) where state = 'closed' and snapshot <> '{}';
