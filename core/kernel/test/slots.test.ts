import { get, type IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { Type as T } from 'typebox'
import { definePlugin, type HttpSlot, type Plugin } from '@linecard/plugin-kit'
import { assert, suite, until } from '@linecard/test-kit'
import type { Running } from '../src/index.ts'
import { things } from './support/things.ts'
import { makeDatabase, start } from './support/world.ts'

const test = suite('kernel http slots', { level: 'full' })
let db: Awaited<ReturnType<typeof makeDatabase>>
test.before(async () => {
  db = await makeDatabase()
})
test.after(async () => {
  await db.drop()
})

const withSlot = (id: string, http: HttpSlot<{ stopped: boolean }>) =>
  definePlugin({
    id,
    api: 1,
    config: T.Object({}),
    setup: () => ({ stopped: false }),
    stop: context => {
      context.stopped = true
    },
    http,
  })

/** A page, a stream of events, a JSON body, a form parser of its own and a route that fails. */
const live = (permission: string, more: Partial<HttpSlot> = {}) =>
  withSlot('live', {
    permission,
    register(app) {
      app.get('/', async (_, reply) => reply.type('text/html').send('<h1>live</h1>'))
      app.get('/me', async request => ({ user: request.caller?.userId ?? null }))
      app.post('/echo', async request => request.body)
      app.get('/fails', async () => {
        throw new Error('with a secret')
      })
      app.get('/events', async (_, reply) => {
        const stream = new PassThrough()
        stream.write('data: first\n\n')
        const timer = setInterval(() => stream.write('data: more\n\n'), 50)
        stream.once('close', () => clearInterval(timer))
        return reply.type('text/event-stream').send(stream)
      })
      app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_, text, done) => done(null, text))
    },
    ...more,
  })

const slot = '/api/v1/component/live'
const ask = (run: Running, path: string, key?: string, init: RequestInit = {}) =>
  fetch(`${run.url}${path}`, {
    ...init,
    headers: { ...(init.headers as object), ...(key ? { 'x-auth-key': key } : {}) },
  })

const openStream = (run: Running, key: string) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    get(`${run.url}${slot}/events`, { headers: { 'x-auth-key': key } }, resolve).on('error', reject)
  })

async function withKernel(plugins: readonly Plugin[], work: (run: Running) => Promise<void>): Promise<void> {
  const run = await start(db.url, plugins)
  try {
    await work(run)
  } finally {
    await run.stop()
  }
}

test('a slot needs a key and its permission; its routes know the caller', () =>
  withKernel([live('thing_edit') as never], async run => {
    const stranger = await ask(run, slot)
    assert.is(stranger.status, 401)
    assert.is(((await stranger.json()) as { error: { code: string } }).error.code, 'KEY_MISSING')
    assert.is((await ask(run, slot, 'no-such-key')).status, 401)
    assert.is((await ask(run, slot, 'key-of-reader')).status, 403)
    const page = await ask(run, slot, 'key-of-all')
    assert.is(page.status, 200)
    assert.is(await page.text(), '<h1>live</h1>')
    assert.match(String(page.headers.get('content-security-policy')), /default-src 'none'/)
    assert.equal(await (await ask(run, `${slot}/me`, 'key-of-other')).json(), { user: 3 })
    assert.is((await ask(run, `${slot}/me?x-auth-key=key-of-all`)).status, 200)
    assert.is((await ask(run, `${slot}/me`, undefined, { method: 'HEAD' })).status, 401)
  }))

test('the guard comes before the body, and the errors of a slot have the common form', () =>
  withKernel([live('signed-in') as never], async run => {
    const json = { method: 'POST', headers: { 'content-type': 'application/json' } }
    assert.is((await ask(run, `${slot}/echo`, undefined, { ...json, body: '{' })).status, 401)
    assert.is((await ask(run, `${slot}/echo`, 'key-of-all', { ...json, body: '{' })).status, 400)
    assert.equal(await (await ask(run, `${slot}/echo`, 'key-of-all', { ...json, body: '{"a":1}' })).json(), {
      a: 1,
    })
    const failed = await ask(run, `${slot}/fails`, 'key-of-all')
    assert.is(failed.status, 500)
    const text = await failed.text()
    assert.match(text, /INTERNAL_ERROR/)
    assert.not.match(text, /secret/)
    assert.is((await ask(run, `${slot}/unknown`, 'key-of-all')).status, 404)
  }))

test('its parsers apply only to the slot', () =>
  withKernel([live('signed-in') as never, things], async run => {
    const plain = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'hello' }
    assert.is(await (await ask(run, `${slot}/echo`, 'key-of-all', plain)).text(), 'hello')
    assert.is((await ask(run, '/api/v1/thing', 'key-of-all', plain)).status, 415)
  }))

test('a public slot is declared as public, and another prefix is possible', () =>
  withKernel([live('public', { prefix: '/live-pages' }) as never], async run => {
    assert.is((await ask(run, '/api/v1/live-pages')).status, 200)
    assert.equal(await (await ask(run, '/api/v1/live-pages/me')).json(), { user: null })
    assert.is((await ask(run, slot)).status, 404)
  }))

test('it is in the description of the component and not in the document', () =>
  withKernel([live('thing_show') as never, things], async run => {
    const described = run.components().find(({ key }) => key === 'live')?.http
    assert.equal(described, { prefix: slot, permission: 'thing_show' })
    assert.is(run.components().find(({ key }) => key === 'things')?.http, null)
    const document = await (await ask(run, '/swagger/openapi.json')).text()
    assert.not.match(document, /component\/live/)
  }))

test('after it is switched off, the slot and its open streams are gone', () =>
  withKernel([live('thing_show') as never, things], async run => {
    const stream = await openStream(run, 'key-of-all')
    let heard = ''
    stream.on('data', (piece: Buffer) => {
      heard += piece.toString()
    })
    stream.on('error', () => undefined)
    const closed = new Promise<void>(resolve => {
      stream.once('close', () => resolve())
    })
    await until('the stream tells', () => /first[^]*more/.test(heard))
    await run.use('installation').setEnabled('live', false)
    await closed
    assert.is((await ask(run, slot, 'key-of-all')).status, 404)
    await run.use('installation').setEnabled('live', true)
    assert.is((await ask(run, slot, 'key-of-all')).status, 200)
  }))

test('an open stream continues while another plugin is switched', () =>
  withKernel([live('thing_show') as never, things], async run => {
    const stream = await openStream(run, 'key-of-all')
    let pieces = 0
    stream.on('data', () => {
      pieces++
    })
    await run.use('installation').setEnabled('things', false)
    const before = pieces
    await until('the stream goes on', () => pieces > before + 2)
    stream.destroy()
    await run.use('installation').setEnabled('things', true)
  }))

const failing: [name: string, register: HttpSlot['register'], reason: RegExp][] = [
  [
    'throws',
    () => {
      throw new Error('no page to show')
    },
    /no page to show/,
  ],
  ['rejects', async () => Promise.reject(new Error('no page to read')), /no page to read/],
  [
    'registers a plugin that throws',
    app => {
      app.register(async () => {
        throw new Error('no page inside')
      })
    },
    /no page inside/,
  ],
  [
    'declares one route twice',
    app => {
      app.get('/twice', async () => '')
      app.get('/twice', async () => '')
    },
    /already declared/,
  ],
]
for (const [name, register, reason] of failing) {
  test(`a slot that ${name} is a failed component; the others run`, () =>
    withKernel([withSlot('broken', { permission: 'signed-in', register }), things], async run => {
      const broken = run.components().find(({ key }) => key === 'broken')
      assert.is(broken?.state, 'failed')
      assert.match(String(broken?.reason), reason)
      assert.is((await ask(run, '/api/v1/component/broken', 'key-of-all')).status, 404)
      assert.is((await ask(run, '/api/v1/thing', 'key-of-all')).status, 200)
    }))
}

const contract: [name: string, slots: Partial<HttpSlot>[], reason: RegExp][] = [
  ['no permission', [{ permission: '' }], /permission is missing/],
  ['an unknown permission', [{ permission: 'nobody_declares_it' }], /declared by no plugin/],
  ['a prefix with a parameter', [{ prefix: '/live/:id' }], /without parameters/],
  ['a prefix that another slot has', [{ prefix: '/same' }, { prefix: '/same' }], /belongs to plugin "slot0"/],
]
for (const [name, slots, reason] of contract) {
  test(`${name} does not start`, async () => {
    const plugins = slots.map((more, at) =>
      withSlot(`slot${at}`, { permission: 'signed-in', register: () => undefined, ...more }),
    )
    const failure = await start(db.url, plugins, { strict: true, mode: 'command' }).then(
      () => null,
      (error: unknown) => String(error),
    )
    assert.match(String(failure), reason)
  })
}
