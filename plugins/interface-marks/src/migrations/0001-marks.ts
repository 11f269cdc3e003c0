import type { Migration } from '@linecard/plugin-kit'

/** Marks go with their interface, favourites also with their user. */
export const marks: Migration = {
  name: 'interface-marks/0001_marks',
  up: `
    create table interface_marks_favorite (
      user_id integer not null references identity_user on delete cascade,
      interface_id integer not null references inventory_interface on delete cascade,
      created_at timestamptz(3) not null default now(),
      primary key (user_id, interface_id)
    );
    create index interface_marks_favorite_interface on interface_marks_favorite (interface_id);
    create table interface_marks_tag (
      interface_id integer not null references inventory_interface on delete cascade,
      tag text not null,
      created_at timestamptz(3) not null default now(),
      primary key (interface_id, tag)
    );
    create index interface_marks_tag_tag on interface_marks_tag (tag, interface_id);
  `,
  down: 'drop table interface_marks_tag; drop table interface_marks_favorite;',
}
