-- compatible-from: 0049
-- The title, the comment's words or the name that the reporter saw. Null for visitors, and once it is forgotten.
alter table reports add column subject text;
-- The report that opened a case saw the words that the case keeps. Later reports may have seen others.
update reports set subject = coalesce(snapshot ->> 'title', snapshot ->> 'text', snapshot ->> 'name')
from cases where cases.id = reports.case_id and user_id is not null and created_at = opened_at;
