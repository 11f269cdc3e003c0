import { Type as T, type Static } from 'typebox'

export const Config = T.Object(
  {
    round_sec: T.Number({
      default: 30,
      minimum: 0.2,
      maximum: 3600,
      title: 'Time between two looks at all conditions, in seconds',
    }),
    source_timeout_sec: T.Number({
      default: 20,
      minimum: 0.1,
      maximum: 600,
      title: 'Longest wait for one source of conditions, in seconds',
    }),
    source_conditions: T.Integer({
      default: 50_000,
      minimum: 10,
      maximum: 1_000_000,
      title: 'Conditions of one name at most',
      description: 'Of more at the same time, those with an open event come first',
    }),
    reopen_after_min: T.Integer({
      default: 60,
      minimum: 1,
      maximum: 10_080,
      title: 'Minutes after which an event that a person resolved comes again if it is still true',
    }),
    grace_sec: T.Integer({
      default: 60,
      minimum: 0,
      maximum: 3600,
      title: 'Seconds after a start in which nothing is opened or resolved',
      description: 'Only after the installation stood still: what is known is old then',
    }),
    adopt_sec: T.Integer({
      default: 900,
      minimum: 0,
      maximum: 86_400,
      title: 'Seconds by which an event may be older than the one that explains it',
      description: 'Older ones have another cause, and stay on their own',
    }),
    evaluate_rules: T.Boolean({
      default: true,
      title: 'Evaluate the rules on series',
      description: 'Off: Prometheus does it with the exported rule file, and Alertmanager tells the events',
    }),
    rule_series: T.Integer({
      default: 2000,
      minimum: 10,
      maximum: 100_000,
      title: 'Series at most of which one rule holds',
      description: 'Of more, those of the first devices',
    }),
    down_tags: T.Array(T.String({ minLength: 1, maxLength: 64 }), {
      default: ['SwitchUplink'],
      maxItems: 50,
      title: 'Tags of interfaces that are an event when they go down',
      description: 'Favourites always are: favorite_interface_down',
    }),
    down_types: T.Array(T.String({ minLength: 1, maxLength: 64 }), {
      default: ['PON'],
      maxItems: 50,
      title: 'Types of interfaces that are an event when they go down',
    }),
    mass_down_ports: T.Integer({
      default: 5,
      minimum: 2,
      maximum: 1000,
      title: 'Interfaces of a device that go down within five minutes and are one event',
    }),
    onu_lost_days: T.Integer({
      default: 30,
      minimum: 1,
      maximum: 3650,
      title: 'Days after which a lost ONU is no event any more',
    }),
    disk_free_percent: T.Number({
      default: 5,
      minimum: 0,
      maximum: 50,
      title: 'Free space of the disk below which it is nearly full, in percent',
    }),
    alert_silent_hours: T.Integer({
      default: 24,
      minimum: 1,
      maximum: 8760,
      title: 'Hours after which an alert ends that Alertmanager does not repeat',
      description: 'Longer than its repeat_interval',
    }),
    history_days: T.Integer({
      default: 365,
      minimum: 1,
      maximum: 3650,
      title: 'Days that an event is kept after its end',
    }),
    history_rows: T.Integer({
      default: 2_000_000,
      minimum: 1000,
      maximum: 100_000_000,
      title: 'Events at most',
      description: 'Above it, the oldest resolved ones are removed, once an hour',
    }),
    change_days: T.Integer({
      default: 7,
      minimum: 1,
      maximum: 90,
      title: 'Days for which a reader can be away and miss no change',
    }),
  },
  { additionalProperties: false },
)
export type Config = Static<typeof Config>
