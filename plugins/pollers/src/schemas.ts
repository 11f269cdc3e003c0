import { Type as T } from 'typebox'
import { EmbeddedDevice, Time, closedObject, exampleDevice, nullable } from '@linecard/plugin-kit'

export const results = ['ok', 'partial', 'failed', 'skipped'] as const

const Result = T.Enum([...results], {
  description:
    'ok: all was read and stored; partial: some of it; failed: nothing; skipped: the device was not asked',
})

const EverySec = nullable(
  T.Integer({ description: 'It is asked at most so often, seconds; null: not at all' }),
)

export const PollerView = closedObject(
  {
    key: T.String(),
    summary: T.String(),
    component: T.String({ description: 'The plugin that declares it' }),
    modules: T.Array(T.String()),
    interval_sec: T.Integer({
      description: 'For devices and models without an interval of their own; 0: off',
    }),
    always: T.Boolean({ description: 'It cannot be switched off' }),
    stored_by: T.Array(T.String(), { description: 'Plugins that store something of it' }),
    cautions: T.Array(
      closedObject({
        module: T.String(),
        models: T.Array(T.String(), { description: 'Keys of models' }),
        reason: T.String(),
        every_sec: EverySec,
      }),
      { description: 'What drivers say that models should not be asked routinely' },
    ),
  },
  {
    $id: 'pollers.Poller',
    examples: [
      {
        key: 'interfaces_status',
        summary: 'Link and admin state of interfaces, state of ONUs',
        component: 'inventory',
        modules: ['link_info', 'pon_onts_status'],
        interval_sec: 120,
        always: false,
        stored_by: ['inventory'],
        cautions: [],
      },
    ],
  },
)

const Caution = closedObject(
  {
    poller: T.String(),
    module: T.String(),
    reason: T.String(),
    every_sec: EverySec,
    overruled: T.Boolean({
      description: 'The model or the device has an interval of its own: it is asked nevertheless',
    }),
  },
  { description: 'Of these modules the driver says that the model should not be asked routinely' },
)

const Due = closedObject({
  key: T.String(),
  summary: T.String(),
  interval_sec: T.Integer(),
  from: T.Enum(['device', 'model', 'driver', 'settings', 'plugin'], {
    description: 'Where the interval comes from',
  }),
  next: nullable(Time),
  last: nullable(Time),
})

export const DevicePollers = closedObject(
  {
    device: EmbeddedDevice,
    worker: T.String({ description: 'The group of workers that polls it; empty: the default group' }),
    pollers: T.Array(Due, { description: 'Those that are on and that its model can answer' }),
    cautions: T.Array(Caution),
    polled_at: nullable(Time),
    result: nullable(Result),
    error: nullable(T.String()),
    spent_ms: nullable(T.Integer()),
    requests: nullable(T.Integer({ description: 'Datagrams sent' })),
    uptime_sec: nullable(
      T.Integer({ description: 'sysUpTime at the last poll; it starts again after 497 days' }),
    ),
    polls: T.Integer(),
    failures: T.Integer(),
    skipped: T.Integer({ description: 'Polls that did not take place: the one before took too long' }),
  },
  {
    $id: 'pollers.Device',
    examples: [
      {
        device: exampleDevice,
        worker: '',
        pollers: [
          {
            key: 'interfaces_status',
            summary: 'Link and admin state of interfaces, state of ONUs',
            interval_sec: 120,
            from: 'plugin',
            next: '2026-03-02T10:02:00.000Z',
            last: '2026-03-02T10:00:00.000Z',
          },
        ],
        cautions: [
          {
            poller: 'sfp_optical',
            module: 'sfp_optical',
            reason: 'Its agent falls silent until the switch is restarted.',
            every_sec: null,
            overruled: false,
          },
        ],
        polled_at: '2026-03-02T10:00:00.000Z',
        result: 'ok',
        error: null,
        spent_ms: 36,
        requests: 7,
        uptime_sec: 864_000,
        polls: 720,
        failures: 0,
        skipped: 0,
      },
    ],
  },
)

const Detail = closedObject({
  result: Result,
  missing: T.Array(
    closedObject({ module: T.String(), code: nullable(T.String()), description: T.String() }),
    { description: 'Modules that gave nothing or not all' },
  ),
  unstored: T.Array(closedObject({ component: T.String(), description: T.String() }), {
    description: 'Plugins that could not store it',
  }),
})

const exampleRun = {
  id: '2f1d7a52-7c1f-4a0e-9a9d-2d9a3f0b7a11',
  device: exampleDevice,
  asked_by: 'admin',
  pollers: ['interfaces_status'],
  state: 'done',
  result: 'ok',
  error: null,
  details: { interfaces_status: { result: 'ok', missing: [], unstored: [] } },
  warnings: [],
  progress: { done: 1, total: 1 },
  requests: 7,
  spent_ms: 41,
  created_at: '2026-03-02T10:00:00.000Z',
  started_at: '2026-03-02T10:00:00.500Z',
  ended_at: '2026-03-02T10:00:00.541Z',
}

export const RunView = closedObject(
  {
    id: T.String({ format: 'uuid' }),
    device: EmbeddedDevice,
    asked_by: nullable(T.String({ description: 'Login of the person who asked for it; null: it was due' })),
    pollers: T.Array(T.String()),
    state: T.Enum(['waiting', 'running', 'done']),
    result: nullable(Result),
    error: nullable(T.String({ description: 'The first reason why it is not ok' })),
    details: T.Record(T.String(), Detail, { description: 'By the key of the poller' }),
    warnings: T.Array(closedObject({ poller: T.String(), module: T.String(), reason: T.String() }), {
      description: 'Modules of which the driver says that this model should not be asked routinely',
    }),
    progress: closedObject({ done: T.Integer(), total: nullable(T.Integer()) }),
    requests: nullable(T.Integer({ description: 'Datagrams sent' })),
    spent_ms: nullable(T.Integer()),
    created_at: Time,
    started_at: nullable(Time),
    ended_at: nullable(Time),
  },
  { $id: 'pollers.Run', examples: [exampleRun] },
)

export const schemas = [PollerView, DevicePollers, RunView]
