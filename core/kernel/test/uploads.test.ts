import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Type as T } from 'typebox'
import { assert, suite, until } from '@linecard/test-kit'
import { definePlugin, type Action, type UploadedFile } from '@linecard/plugin-kit'
import type { Running } from '../src/index.ts'
import { makeDatabase, start } from './support/world.ts'

const test = suite('kernel: uploads', { level: 'full' })
const limit = 100_000
let folder: string
let db: Awaited<ReturnType<typeof makeDatabase>>
let run: Running
/** The code with which the handler of each upload ended. `ok`: it received the complete file. */
const ends: string[] = []
const actions: Action[] = []

const Fields = T.Object(
  {
    object_id: T.Integer({ minimum: 1 }),
    note: T.Optional(T.String({ maxLength: 50 })),
    tags: T.Optional(T.Array(T.String())),
  },
  { $id: 'drop.Fields', additionalProperties: false },
)
const Told = T.Object(
  {
    fields: T.Record(T.String(), T.Unknown()),
    before: T.Array(T.String()),
    name: T.String(),
    type: T.String(),
    bytes: T.Integer(),
    sha256: T.String(),
  },
  { $id: 'drop.Told' },
)

const drop = definePlugin({
  id: 'drop',
  api: 1,
  config: T.Object({}),
  schemas: [Told],
  setup(ctx) {
    ctx.events.on('kernel.action', action => {
      actions.push(action as Action)
    })
  },
  routes(routes) {
    let taken = 0
    const spool = async ({ stream, name, type, before }: UploadedFile) => {
      const path = join(folder, String(taken++))
      try {
        await pipeline(stream, createWriteStream(path))
        const hash = createHash('sha256')
        let bytes = 0
        for await (const piece of createReadStream(path)) {
          hash.update(piece as Buffer)
          bytes += (piece as Buffer).length
        }
        return { name, type, before: Object.keys(before), bytes, sha256: hash.digest('hex') }
      } finally {
        await rm(path, { force: true })
      }
    }
    const common = {
      tag: 'drop',
      permission: 'thing_edit',
      scope: 'group' as const,
      body: Fields,
      response: Told,
    }
    const upload = { field: 'file', types: ['text/csv'], maxBytes: () => limit, idleMs: 500 }
    routes.post(
      '/drop',
      { ...common, operationId: 'drop.file.create', summary: 'Takes a file', upload },
      async ({ upload: arriving }) => {
        try {
          const { fields, taken: told } = await arriving.receive(spool)
          ends.push('ok')
          return { fields, ...told }
        } catch (error) {
          ends.push(
            String(
              (error as { code?: string; statusCode?: number }).code ??
                (error as { statusCode?: number }).statusCode ??
                error,
            ),
          )
          throw error
        }
      },
    )
    routes.post(
      '/drop/raw',
      { ...common, body: undefined, operationId: 'drop.table.create', summary: 'Takes a table', upload },
      async ({ upload: arriving }) => ({ fields: {}, ...(await arriving.receive(spool)).taken }),
    )
    routes.post(
      '/drop/lazy',
      { ...common, operationId: 'drop.lazy.create', summary: 'Reads nothing', upload },
      async ({ upload: arriving }) => (await arriving.receive(async () => null)) as never,
    )
  },
})

test.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linecard-uploads-'))
  db = await makeDatabase()
  run = await start(db.url, [drop])
})
test.after(async () => {
  await run.stop()
  await db.drop()
  await rm(folder, { recursive: true })
})

interface Answer {
  status: number
  data?: {
    fields: Record<string, unknown>
    before: string[]
    name: string
    type: string
    bytes: number
    sha256: string
  }
  code?: string
  description?: string
  details?: { path: string }[]
  connection: string | null
}
async function post(
  path: string,
  body: FormData | string | Buffer<ArrayBuffer>,
  type?: string,
  key = 'key-of-all',
): Promise<Answer> {
  const answer = await fetch(`${run.url}/api/v1/${path}`, {
    method: 'POST',
    body,
    headers: { 'x-auth-key': key, ...(type ? { 'content-type': type } : {}) },
  })
  const { data, error } = (await answer.json()) as {
    data?: Answer['data']
    error?: { code: string; description: string; details: { path: string }[] }
  }
  return { status: answer.status, data, ...error, connection: answer.headers.get('connection') }
}
const form = (...parts: [name: string, value: string | Blob, file?: string][]): FormData => {
  const made = new FormData()
  for (const [name, value, file] of parts) {
    if (typeof value === 'string') made.append(name, value)
    else made.append(name, value, file)
  }
  return made
}
const blob = (bytes: number) => new Blob([Buffer.alloc(bytes, 'abc')], { type: 'image/png' })
const told = ({ status, code }: Answer) => `${status} ${code}`
const nothingLeft = async () => assert.equal(await readdir(folder), [])

/** A client that sends its request in parts. Returns the answer until the connection ended. */
async function talk(): Promise<{ socket: Socket; answered: Promise<string> }> {
  const { port, hostname } = new URL(run.url!)
  // It does not end the connection by itself, as a hostile client.
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
  await new Promise(resolve => {
    socket.once('connect', resolve)
  })
  let said = ''
  const answered = new Promise<string>(resolve => {
    socket
      .on('data', piece => {
        said += String(piece)
      })
      .on('end', () => resolve(said))
      .on('close', () => resolve(said))
      .on('error', () => resolve(said))
  })
  return { socket, answered }
}
const head = (length: number | null, type = 'multipart/form-data; boundary=~b~') =>
  `POST /api/v1/drop HTTP/1.1\r\nHost: localhost\r\nX-Auth-Key: key-of-all\r\nContent-Type: ${type}\r\n${length === null ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`}\r\n\r\n`
const part = (name: string, value: string, more = '') =>
  `--~b~\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
const filePart = (value: string, name = 'a.png') =>
  part('file', value, `; filename="${name}"\r\nContent-Type: image/png`)

test('a file streams to its handler with the fields of its form, in any order', async () => {
  const expected = createHash('sha256').update(Buffer.alloc(90_000, 'abc')).digest('hex')
  const first = await post(
    'drop',
    form(['object_id', '17'], ['file', blob(90_000), 'a b.png'], ['note', 'hi']),
  )
  assert.equal(first.data, {
    fields: { object_id: 17, note: 'hi' },
    before: ['object_id'],
    name: 'a b.png',
    type: 'image/png',
    bytes: 90_000,
    sha256: expected,
  })
  const last = await post(
    'drop',
    form(['file', blob(90_000), '../../x.png'], ['tags', 'a'], ['tags', 'b'], ['object_id', '18']),
  )
  assert.equal(last.data, {
    fields: { object_id: 18, tags: ['a', 'b'] },
    before: [],
    name: 'x.png',
    type: 'image/png',
    bytes: 90_000,
    sha256: expected,
  })
  await nothingLeft()
})

test('a file of 0 bytes, of exactly the limit and of one byte more', async () => {
  assert.is((await post('drop', form(['object_id', '1'], ['file', blob(0), 'empty']))).data?.bytes, 0)
  assert.is((await post('drop', form(['object_id', '1'], ['file', blob(limit), 'full']))).data?.bytes, limit)
  const over = await post('drop', form(['object_id', '1'], ['file', blob(limit + 1), 'over']))
  assert.is(told(over), '413 UPLOAD_TOO_LARGE')
  assert.match(over.description ?? '', String(limit))
  await nothingLeft()
})

test('the whole body may be the file, if its type is declared', async () => {
  const answer = await post('drop/raw', 'ip,login\n', 'text/csv; charset=utf-8')
  assert.equal([answer.data?.bytes, answer.data?.name, answer.data?.type], [9, '', 'text/csv'])
  assert.is(told(await post('drop/raw', 'x'.repeat(limit + 1), 'text/csv')), '413 UPLOAD_TOO_LARGE')
  assert.is(told(await post('drop', 'ip\n', 'text/csv')), '400 VALIDATION_ERROR')
  for (const type of ['application/json', 'text/html', 'image/png'])
    assert.is(told(await post('drop/raw', '{}', type)), '400 UPLOAD_FILE_MISSING', type)
  assert.is(told(await post('drop/raw', Buffer.alloc(0))), '400 UPLOAD_FILE_MISSING')
})

test('bad forms are refused with a code, before or after their file was read', async () => {
  const cases: [string, FormData][] = [
    ['400 UPLOAD_FILE_MISSING', form(['object_id', '1'])],
    ['400 UPLOAD_FILE_UNEXPECTED', form(['object_id', '1'], ['file', blob(9), 'a'], ['file', blob(9), 'b'])],
    ['400 UPLOAD_FILE_UNEXPECTED', form(['object_id', '1'], ['picture', blob(9), 'a'])],
    ['400 VALIDATION_ERROR', form(['file', blob(9), 'a'])],
    ['400 VALIDATION_ERROR', form(['file', blob(9), 'a'], ['object_id', '0'])],
    ['400 VALIDATION_ERROR', form(['object_id', '1'], ['file', blob(9), 'a'], ['extra', 'x'])],
    ['400 VALIDATION_ERROR', form(['object_id', '1'], ['note', 'a\0b'], ['file', blob(9), 'a'])],
    ['400 FORM_INVALID', form(['__proto__', 'x'], ['object_id', '1'], ['file', blob(9), 'a'])],
    ['413 PAYLOAD_TOO_LARGE', form(['note', 'x'.repeat(70_000)], ['file', blob(9), 'a'])],
    ['400 VALIDATION_ERROR', form(['n'.repeat(300), 'x'], ['file', blob(9), 'a'])],
    [
      '413 PAYLOAD_TOO_LARGE',
      form(...Array.from({ length: 5000 }, (_, n): [string, string] => [`f${n}`, 'x']), [
        'file',
        blob(9),
        'a',
      ]),
    ],
  ]
  for (const [n, [expected, body]] of cases.entries())
    assert.is(told(await post('drop', body)), expected, `case ${n}`)
  assert.equal(
    (await post('drop', form(['file', blob(9), 'a'], ['object_id', 'x']))).details?.map(({ path }) => path),
    ['object_id'],
  )
  await nothingLeft()
})

test('malformed bodies: no boundary, another boundary, headers without end, half a form', async () => {
  const whole = `${part('object_id', '1')}${filePart('abc')}--~b~--\r\n`
  const ours = 'multipart/form-data; boundary=~b~'
  assert.is(told(await post('drop', whole, 'multipart/form-data')), '400 FORM_INVALID')
  assert.is(told(await post('drop', whole, 'multipart/form-data; boundary=other')), '400 UPLOAD_BROKEN')
  assert.is(told(await post('drop', whole.slice(0, -14), ours)), '400 UPLOAD_BROKEN')
  const bomb = `--~b~\r\n${'X-Filler: y\r\n'.repeat(60_000)}\r\nz\r\n--~b~--\r\n`
  assert.ok([400, 413].includes((await post('drop', bomb, ours)).status))
  // The search for a boundary that never comes must end.
  assert.is(told(await post('drop', Buffer.alloc(4_000_000, 'x'), ours)), '413 PAYLOAD_TOO_LARGE')
  assert.is(told(await post('drop', whole, ours)), '200 undefined')
  await nothingLeft()
})

test('a user without the permission is refused, and the file is not kept', async () => {
  assert.is(
    (await post('drop', form(['object_id', '1'], ['file', blob(50_000), 'a']), undefined, 'key-of-reader'))
      .status,
    403,
  )
  assert.is(
    (await post('drop', form(['object_id', '1'], ['file', blob(50_000), 'a']), undefined, 'wrong')).status,
    401,
  )
  await nothingLeft()
})

test('a body far above the limit gets an answer, and its connection is closed if it continues', async () => {
  const { socket, answered } = await talk()
  socket.write(
    head(10_000_000_000) +
      part('object_id', '1') +
      '--~b~\r\nContent-Disposition: form-data; name="file"; filename="big"\r\n\r\n',
  )
  const flood = Buffer.alloc(65_536, 'f')
  const push = (): void => {
    if (!socket.destroyed && socket.write(flood)) setImmediate(push)
  }
  socket.on('drain', push)
  push()
  const answer = await answered
  assert.match(answer, /^HTTP\/1.1 413/)
  assert.match(answer, /connection: close/i)
  socket.destroy()
  await nothingLeft()
})

test('an upload that breaks off ends its handler with an error and leaves nothing', async () => {
  ends.length = 0
  const { socket } = await talk()
  socket.write(
    head(1_000_000) +
      part('object_id', '1') +
      '--~b~\r\nContent-Disposition: form-data; name="file"; filename="half"\r\n\r\nhalf of it',
  )
  await until('the file is being written', async () => (await readdir(folder)).length > 0)
  socket.destroy()
  await until('the handler has ended', () => ends.length > 0)
  assert.equal(ends, ['UPLOAD_BROKEN'])
  await nothingLeft()
})

test('clients that stop in a field, in a file or in a raw body get 408 and are disconnected', async () => {
  ends.length = 0
  const starts = [
    head(1_000_000) + '--~b~\r\nContent-Disposition: form-data; na',
    head(1_000_000) +
      part('object_id', '1') +
      '--~b~\r\nContent-Disposition: form-data; name="file"; filename="half"\r\n\r\nhalf',
    head(null, 'text/csv') + '4\r\nhalf\r\n',
    head(1_000_000),
  ]
  const talks = await Promise.all(
    starts.flatMap(words =>
      Array.from({ length: 10 }, async () => {
        const { socket, answered } = await talk()
        socket.write(words)
        return { socket, answered }
      }),
    ),
  )
  const said = await Promise.all(talks.map(({ answered }) => answered))
  assert.is(
    said.filter(text => text.startsWith('HTTP/1.1 408') && text.includes('"code":"REQUEST_TIMEOUT"')).length,
    talks.length,
  )
  assert.equal([...new Set(ends)], ['408'])
  for (const { socket } of talks) socket.destroy()
  assert.is((await post('drop', form(['object_id', '1'], ['file', blob(9), 'a']))).status, 200)
  await nothingLeft()
})

test('the connection of a successful upload stays open for the next one', async () => {
  const { socket } = await talk()
  let said = ''
  socket.on('data', piece => {
    said += String(piece)
  })
  const whole = `${part('object_id', '1')}${filePart('abc')}--~b~--\r\n`
  for (const n of [1, 2]) {
    socket.write(head(whole.length) + whole)
    await until(`answer ${n}`, () => said.split('HTTP/1.1 200').length === n + 1)
  }
  assert.not.match(said, /connection: close/i)
  socket.destroy()
})

test('the action log gets the fields, of failed uploads too, and nothing of the file', async () => {
  actions.length = 0
  await post('drop', form(['object_id', '41'], ['file', new Blob(['~secret content~']), 'a']))
  await post('drop', form(['object_id', '42'], ['file', blob(limit + 1), 'a']))
  await until('both are told', () => actions.length === 2)
  assert.equal(
    actions.map(({ action, body, status }) => ({ action, body, status })),
    [
      { action: 'drop:file_added', body: { object_id: 41 }, status: 200 },
      { action: 'drop:file_added', body: { object_id: '42' }, status: 413 },
    ],
  )
  assert.not.match(JSON.stringify(actions), 'secret content')
})

test('a handler that does not read its file is an error of the service, not a success', async () => {
  assert.is((await post('drop/lazy', form(['object_id', '1'], ['file', blob(90_000), 'a']))).status, 500)
})

test('the document shows the form with its file and the raw types', async () => {
  const document = (await (await fetch(`${run.url}/swagger/openapi.json`)).json()) as {
    paths: Record<
      string,
      Record<
        string,
        { requestBody: { content: Record<string, { schema: { $ref: string; format: string } }> } }
      >
    >
    components: { schemas: Record<string, { required: string[]; properties: Record<string, object> }> }
  }
  const { content } = document.paths['/api/v1/drop']!['post']!.requestBody
  assert.equal(Object.keys(content), ['multipart/form-data', 'text/csv'])
  const name = content['multipart/form-data']!.schema.$ref.split('/').at(-1)!
  const { required, properties } = document.components.schemas[name]!
  assert.equal(required, ['object_id', 'file'])
  assert.equal(Object.keys(properties), ['object_id', 'note', 'tags', 'file'])
  assert.is((properties['file'] as { format: string }).format, 'binary')
  assert.is(content['text/csv']!.schema.format, 'binary')
})

test('two hundred uploads at the same time: each gets its own answer', async () => {
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, n) =>
      post('drop', form(['object_id', String(n + 1)], ['file', new Blob([`~${n}~`]), `f${n}`])),
    ),
  )
  assert.equal(
    answers.map(({ data }) => [data?.fields['object_id'], data?.name]),
    answers.map((_, n) => [n + 1, `f${n}`]),
  )
  await nothingLeft()
})
