import type { Migration } from '@linecard/plugin-kit'

/**
 * A delivery is one message to one contact: the unique key lets no change of an event be told twice, and the
 * partial index lets one message at a time be sent to a contact.
 */
export const tables: Migration = {
  name: 'notifications/0001_tables',
  up: `
    create table notifications_contact (
      id integer generated always as identity primary key,
      user_id integer not null references identity_user on delete cascade,
      type text not null,
      value text not null,
      address text,
      secret text,
      description text not null default '',
      enabled boolean not null default true,
      severities text[] not null,
      ignored_events text[] not null default '{}',
      ignored_actions text[] not null default '{}',
      quiet jsonb,
      problem text,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      unique (user_id, type, value)
    );
    create index notifications_contact_value on notifications_contact (type, value);
    create table notifications_event_rule (
      name text primary key,
      enabled boolean not null,
      send_resolved boolean not null,
      delay_sec integer not null
    );
    create table notifications_action_rule (
      name text primary key,
      enabled boolean not null,
      on_fail boolean not null,
      on_success boolean not null
    );
    create table notifications_template (
      channel text not null,
      kind text not null,
      text text not null,
      updated_at timestamptz(3) not null default now(),
      updated_by text not null,
      primary key (channel, kind)
    );
    create table notifications_cursor (source text primary key, position bigint not null);
    create table notifications_lease (worker text primary key, holder uuid, heard_at timestamptz not null);
    create sequence notifications_message;
    create table notifications_delivery (
      id bigint generated always as identity primary key,
      message_id uuid not null default gen_random_uuid(),
      contact_id integer not null references notifications_contact on delete cascade,
      channel text not null,
      source text not null,
      source_id bigint not null,
      kind text not null,
      severity text not null,
      name text not null,
      title text not null,
      device_id integer,
      data jsonb not null,
      state text not null
        check (state in ('queued', 'held', 'sending', 'sent', 'failed', 'cancelled')),
      due_at timestamptz(3) not null,
      attempts integer not null default 0,
      process_id uuid,
      lease_until timestamptz(3),
      note text not null default '',
      digest_id bigint references notifications_delivery on delete set null,
      created_at timestamptz(3) not null default clock_timestamp(),
      ended_at timestamptz(3),
      unique (source, source_id, kind, contact_id)
    );
    create unique index notifications_delivery_sending on notifications_delivery (contact_id)
      where state = 'sending';
    create index notifications_delivery_open on notifications_delivery (channel, due_at)
      where state in ('queued', 'held', 'sending');
    create index notifications_delivery_contact on notifications_delivery (contact_id, state, ended_at);
    create index notifications_delivery_created on notifications_delivery (created_at);
    create index notifications_delivery_digest on notifications_delivery (digest_id)
      where digest_id is not null;
    insert into notifications_event_rule values ('*', true, true, 0);
  `,
  down: `
    drop table notifications_delivery;
    drop sequence notifications_message;
    drop table notifications_lease;
    drop table notifications_cursor;
    drop table notifications_template;
    drop table notifications_action_rule;
    drop table notifications_event_rule;
    drop table notifications_contact;
  `,
}
