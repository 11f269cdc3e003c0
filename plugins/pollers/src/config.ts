import { Type as T, type Static } from 'typebox'

export const Config = T.Object(
  {
    polling: T.Boolean({
      default: true,
      title: 'Poll devices in the background',
      description: 'If false, only polls that people ask for take place',
    }),
    intervals: T.Record(T.String({ maxLength: 64 }), T.Integer({ minimum: 0, maximum: 604_800 }), {
      default: {},
      title: 'Intervals',
      description:
        'Seconds by the key of the poller, for models and devices without an interval of their own; 0: off',
    }),
    skip_down: T.Boolean({
      default: true,
      title: 'Leave devices alone that are down',
      description:
        'A device whose status is told by the pinger is not asked while it is down. Another one is asked ' +
        'every 5 minutes whether it answers again',
    }),
    at_once: T.Integer({
      default: 300,
      minimum: 1,
      maximum: 5_000,
      title: 'Devices polled at the same time by one worker process',
    }),
    lease_sec: T.Integer({
      default: 30,
      minimum: 30,
      maximum: 600,
      title: 'Lease of a poll, seconds',
      description: 'A poll whose worker was not heard of for so long is done by another worker',
      requiresRestart: true,
    }),
    longest_poll_sec: T.Integer({
      default: 600,
      minimum: 10,
      maximum: 3_600,
      title: 'Longest poll, seconds',
      description: 'What was read until then is stored',
    }),
    workers: T.Record(
      T.String({ pattern: '^[a-z0-9_-]{1,40}$' }),
      T.Array(T.Integer(), { maxItems: 10_000 }),
      {
        default: {},
        title: 'Groups of workers',
        description:
          'Device groups by the name of the group of workers that polls them (`linecard worker --group ' +
          'NAME`). The others belong to the default group',
      },
    ),
    restart_min: T.Integer({
      default: 15,
      minimum: 1,
      maximum: 1_440,
      title: 'Minutes for which the restart of a device is an open event',
    }),
    run_days: T.Integer({
      default: 30,
      minimum: 1,
      maximum: 3_650,
      title: 'Days that the log of polls is kept',
    }),
    run_rows: T.Integer({
      default: 200_000,
      minimum: 1_000,
      maximum: 10_000_000,
      title: 'Rows of the log of polls at most',
      description: 'It has polls that people asked for, and those that fail or succeed again',
    }),
  },
  { additionalProperties: false },
)
export type Config = Static<typeof Config>
