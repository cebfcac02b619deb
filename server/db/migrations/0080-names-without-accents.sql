-- compatible-from: 0067
-- The searched names of a creator, one a line: the username, the display name in lower case and, if that differs, the
-- display name without accents. Searches have none (`profiles/fold-name.ts`). Earlier code searches the second line.
create function searched_names(username text, display_name text) returns text language sql immutable parallel safe as $$
  select username || E'\n' || lower(display_name) || case when folded = lower(display_name) then '' else E'\n' || folded end
  from lower(normalize(regexp_replace(normalize(display_name, NFKD), '[\u0300-\u036f]+', '', 'g'), NFC)) as folded
$$;

create or replace function keep_creator_names() returns trigger language plpgsql as $$
begin
  if new.username is not null then
    insert into creator_names values (new.id, searched_names(new.username, new.display_name))
      on conflict (user_id) do update set names = excluded.names;
  end if;
  return null;
end $$;

-- Most names are ASCII, so few rows change. Only a creator who changes another name at this moment waits, and the doctor
-- finds a name that was being changed.
update creator_names set names = searched_names(username, display_name) from users
where users.id = creator_names.user_id and names ~ '[^[:ascii:]]' and names <> searched_names(username, display_name);
