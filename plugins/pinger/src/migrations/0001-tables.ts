import type { Migration } from '@linecard/plugin-kit'

/**
 * `pinger_device`: what is known of each device, and loss and round trip of the last minutes. `pinger_outage`:
 * stays of the status Down. `pinger_blind`: times between two verdicts at which nothing was known.
 * `pinger_run`: times at which a process watched. What lies in no run is unknown for every device.
 */
export const tables: Migration = {
  name: 'pinger/0001_tables',
  up: `
    create table pinger_device (
      device_id integer primary key references inventory_device on delete cascade,
      ip inet not null,
      status text check (status in ('Up', 'Down')),
      since timestamptz(3),
      method text check (method in ('icmp', 'tcp', 'snmp')),
      port integer,
      problem text check (problem in ('address_refused', 'no_route')),
      observed_from timestamptz(3),
      down_at timestamptz(3),
      blind_at timestamptz(3),
      sent integer,
      lost integer,
      rtt_min real,
      rtt_avg real,
      rtt_max real,
      measured_at timestamptz(3)
    ) with (fillfactor = 50);
    create table pinger_outage (
      id bigint generated always as identity primary key,
      device_id integer not null references inventory_device on delete cascade,
      down_at timestamptz(3) not null,
      up_at timestamptz(3)
    );
    create index pinger_outage_device on pinger_outage (device_id, down_at);
    create index pinger_outage_down on pinger_outage (down_at, id);
    create unique index pinger_outage_open on pinger_outage (device_id) where up_at is null;
    create table pinger_blind (
      device_id integer not null references inventory_device on delete cascade,
      from_at timestamptz(3) not null,
      until_at timestamptz(3)
    );
    create index pinger_blind_device on pinger_blind (device_id, from_at);
    create unique index pinger_blind_open on pinger_blind (device_id) where until_at is null;
    create table pinger_run (
      id bigint generated always as identity primary key,
      from_at timestamptz(3) not null,
      until_at timestamptz(3) not null
    );
    create index pinger_run_until on pinger_run (until_at);
    create table pinger_lease (
      one boolean primary key default true check (one),
      holder uuid,
      heard_at timestamptz(3) not null
    );
    create table pinger_sample (
      device_id integer not null references inventory_device on delete cascade,
      step_sec smallint not null,
      time timestamptz(3) not null,
      sent integer not null,
      lost integer not null,
      rtt_min real,
      rtt_sum real not null,
      rtt_max real,
      primary key (device_id, step_sec, time)
    );
    create index pinger_sample_old on pinger_sample (step_sec, time);
  `,
  down: `
    drop table pinger_sample; drop table pinger_lease; drop table pinger_run; drop table pinger_blind;
    drop table pinger_outage; drop table pinger_device;
  `,
}
