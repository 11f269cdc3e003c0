import { Type as T } from 'typebox'
import { DeviceError } from '@linecard/driver-kit'
import { ApiError, definePlugin, RawReply, Reply, type Migration } from '@linecard/plugin-kit'

export const Thing = T.Object(
  { id: T.Integer(), name: T.String(), note: T.Union([T.String(), T.Null()]) },
  { $id: 'things.Thing' },
)
const ThingInput = T.Object(
  {
    name: T.String({ minLength: 1, maxLength: 40 }),
    note: T.Optional(T.Union([T.String(), T.Null()])),
    size: T.Optional(T.Integer()),
  },
  { $id: 'things.ThingInput', additionalProperties: false },
)
const byId = T.Object({ id: T.Integer() })

const migrations: Migration[] = [
  {
    name: 'things/0001_thing',
    up: 'create table things_thing (id integer primary key, name text unique)',
    down: 'drop table things_thing',
  },
]

/** Requests wait here until the test lets all of them go on. */
function makeGate() {
  let { promise, resolve } = Promise.withResolvers<void>()
  const gate = {
    waiting: 0,
    async pass(): Promise<void> {
      gate.waiting++
      await promise
      gate.waiting--
    },
    open(): void {
      resolve()
      ;({ promise, resolve } = Promise.withResolvers<void>())
    },
  }
  return gate
}
/** `/held`, and reboots with `held`. */
export const gate = makeGate()

/** `/sql/held` waits while somebody has this advisory lock. */
export const heldLock = 4711
export const heldStatement = `select pg_advisory_xact_lock_shared(${heldLock})`

/**
 * A plugin that uses all features of a route. Its state is in memory. It uses SQL only for tests of the
 * database.
 */
export const things = definePlugin({
  id: 'things',
  api: 1,
  config: T.Object({
    greeting: T.String({ default: 'hello' }),
    limit: T.Integer({ default: 3 }),
    hosts: T.Array(T.String(), { default: [] }),
  }),
  schemas: [Thing, ThingInput],
  migrations,
  setup: ctx => ({
    ctx,
    rows: new Map([[1, { id: 1, name: 'one', note: null as string | null }]]),
    reboots: 0,
    stopped: false,
  }),
  routes(routes, state) {
    const { ctx, rows } = state
    const find = (id: number) => {
      const thing = rows.get(id)
      if (!thing) throw new ApiError('RESOURCE_NOT_FOUND', 'THINGS_UNKNOWN', `There is no thing ${id}`)
      return thing
    }
    routes.get(
      '/thing',
      {
        operationId: 'things.list',
        tag: 'things',
        summary: 'Things',
        permission: 'thing_show',
        scope: 'group',
        response: T.Array(Thing),
        meta: T.Object({ total: T.Integer() }),
        query: T.Object({
          limit: T.Optional(T.Integer({ minimum: 0 })),
          deep: T.Optional(T.Boolean()),
          kind: T.Optional(T.Enum(['a', 'b'])),
        }),
      },
      () => new Reply([...rows.values()], { total: rows.size }),
    )
    routes.get(
      '/thing/:id',
      {
        operationId: 'things.show',
        tag: 'things',
        summary: 'One thing',
        permission: 'thing_show',
        scope: 'group',
        params: byId,
        response: Thing,
        example: { id: 1, name: 'one', note: null },
      },
      ({ params }) => ({ ...find(params.id), secret: 'not declared' }) as never,
    )
    routes.put(
      '/thing/:id',
      {
        operationId: 'things.change',
        tag: 'things',
        summary: 'Changes a thing',
        permission: 'thing_edit',
        scope: 'group',
        params: byId,
        body: ThingInput,
        response: Thing,
      },
      async ({ params, body }) => {
        const old = find(params.id)
        await new Promise(resolve => {
          setTimeout(resolve, 20)
        })
        rows.set(params.id, { ...old, ...body } as typeof old)
        return find(params.id)
      },
    )
    routes.post(
      '/thing',
      {
        operationId: 'things.create',
        tag: 'things',
        summary: 'Makes a thing',
        permission: 'thing_edit',
        scope: 'group',
        body: ThingInput,
        response: Thing,
        status: 201,
      },
      ({ body }) => ({ id: 7, name: body.name, note: body.note ?? null }),
    )
    routes.delete(
      '/thing/:id',
      {
        operationId: 'things.remove',
        tag: 'things',
        summary: 'Removes a thing',
        permission: 'thing_edit',
        scope: 'group',
        params: byId,
        response: T.Null(),
      },
      ({ params }) => {
        find(params.id)
        rows.delete(params.id)
        return null
      },
    )
    routes.get(
      '/thing/whoami',
      {
        operationId: 'things.whoami',
        tag: 'things',
        summary: 'Who asks',
        permission: 'signed-in',
        scope: 'group',
        response: T.Object({ user_id: T.Integer(), greeting: T.String() }),
      },
      ({ caller }) => ({ user_id: caller.userId, greeting: ctx.config.greeting }),
    )
    routes.get(
      '/open',
      {
        operationId: 'things.open',
        tag: 'things',
        summary: 'For everybody',
        permission: 'public',
        response: T.Object({ caller: T.Null() }),
      },
      () => ({ caller: null }),
    )
    routes.get(
      '/page',
      {
        operationId: 'things.page',
        tag: 'things',
        summary: 'A page',
        permission: 'public',
        response: T.String({ raw: true, contentMediaType: 'text/html' }),
      },
      () => new RawReply('<p>hi</p>', 'text/html'),
    )
    routes.post(
      '/form',
      {
        operationId: 'things.form',
        tag: 'things',
        summary: 'A form',
        deprecated: 'use POST /thing.',
        permission: 'thing_edit',
        scope: 'group',
        multipart: true,
        bodyLimit: 2_000,
        body: T.Object({
          name: T.String(),
          count: T.Optional(T.Integer({ deprecated: true, description: 'Use `size`.' })),
        }),
        response: T.Object({ name: T.String(), count: T.Integer() }),
      },
      ({ body }) => ({ name: body.name, count: body.count ?? 0 }),
    )
    routes.post(
      '/reboot/:id',
      {
        operationId: 'things.reboot',
        tag: 'things',
        summary: 'Reboots',
        permission: 'thing_edit',
        scope: 'group',
        params: byId,
        changesDevice: true,
        body: T.Object({ held: T.Optional(T.Boolean()), fail: T.Optional(T.String()) }),
        response: T.Object({ count: T.Integer() }),
      },
      async ({ body }) => {
        if (body.fail === 'refused') throw new ApiError('CONFLICT', 'THINGS_BUSY', 'busy')
        state.reboots++
        if (body.held) await gate.pass()
        if (body.fail === 'device') throw new DeviceError('CommandRejected', 'rejected')
        return { count: state.reboots }
      },
    )
    routes.get(
      '/device-failure/:kind',
      {
        operationId: 'things.device-failure',
        asksDevice: true,
        tag: 'things',
        summary: 'Fails',
        permission: 'public',
        params: T.Object({ kind: T.String() }),
        response: T.Null(),
      },
      ({ params }) => {
        const partial =
          params.kind === 'DeviceTimeout'
            ? { partial: [{ id: 1 }], missing: [{ what: 'name', reason: 'silent' as const }] }
            : {}
        throw new DeviceError(params.kind as 'DeviceTimeout', `failed as ${params.kind}`, partial)
      },
    )
    routes.get(
      '/crash',
      {
        operationId: 'things.crash',
        tag: 'things',
        summary: 'Throws',
        permission: 'public',
        response: T.Null(),
      },
      () => {
        throw new Error('a secret in a message: hunter2')
      },
    )
    routes.get(
      '/lie',
      {
        operationId: 'things.lie',
        tag: 'things',
        summary: 'Breaks its own schema',
        permission: 'public',
        response: T.Object({ must: T.String() }),
      },
      () => ({}) as never,
    )
    routes.get(
      '/nothing/:how',
      {
        operationId: 'things.nothing',
        tag: 'things',
        summary: 'Answers nothing, or null, where a thing is promised',
        permission: 'public',
        params: T.Object({ how: T.String() }),
        response: Thing,
      },
      ({ params: { how } }) => (how === 'null' ? null : undefined) as never,
    )
    routes.get(
      '/slow/:ms',
      {
        operationId: 'things.slow',
        tag: 'things',
        summary: 'Takes its time',
        permission: 'public',
        params: T.Object({ ms: T.Integer() }),
        response: T.Integer(),
      },
      async ({ params }) => {
        await new Promise(resolve => {
          setTimeout(resolve, params.ms)
        })
        return params.ms
      },
    )
    routes.get(
      '/held',
      {
        operationId: 'things.held',
        tag: 'things',
        summary: 'Waits for the test',
        permission: 'public',
        response: T.Null(),
      },
      async () => {
        await gate.pass()
        return null
      },
    )
    routes.get(
      '/sql/:what',
      {
        operationId: 'things.sql',
        tag: 'things',
        summary: 'Asks the database',
        permission: 'public',
        params: T.Object({ what: T.String() }),
        response: T.Integer(),
      },
      async ({ params }) => {
        const statements: Record<string, string> = {
          one: 'select 1',
          held: heldStatement,
          twin: `insert into things_thing values (1, 'x'), (2, 'x')`,
          great: 'insert into things_thing values (99999999999, null)',
          secret: `select 'hunter2' from nowhere`,
        }
        await ctx.em().execute(statements[params.what] ?? 'select 1')
        return 1
      },
    )
  },
  stop(state) {
    state.stopped = true
  },
})

/** A second plugin, which tests switch on and off. */
export const extra = definePlugin({
  id: 'extra',
  api: 1,
  requires: ['things'],
  config: T.Object({}),
  setup: () => ({}),
  routes(routes) {
    routes.get(
      '/extra',
      {
        operationId: 'extra.show',
        tag: 'extra',
        summary: 'Extra',
        permission: 'public',
        response: T.String(),
      },
      () => 'extra',
    )
  },
})
