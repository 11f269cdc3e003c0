import { assert, suite } from '@linecard/test-kit'
import { makeWorld, type World } from '@linecard/test-kit/worlds/core'
import { notes } from './kind.ts'

const test = suite('templates: stored with versions')
const base = '/component/notes-control'
let world: World

test.before(async () => {
  world = await makeWorld({ plugins: [notes] })
})
test.after(() => world.stop())

interface Stored {
  id: number
  name: string
  version: number
  updated_by: string
  roles: number[]
  template: string
  blocks: Record<string, string>
}

async function ask<R>(method: string, path: string, body?: unknown, good = 200): Promise<R> {
  const { status, text, body: answer } = await world.http(method, `${base}${path}`, body)
  assert.is(status, good, text)
  return answer.data as R
}
const codeOf = async (method: string, path: string, body?: unknown) => {
  const { status, body: answer } = await world.http(method, `${base}${path}`, body)
  return [status, answer.error?.code]
}
const make = (name: string, more: object = {}) =>
  ask<Stored>('POST', '', { name, template: 'one', ...more }, 201)

test('every save keeps the former version, with who and when; an equal save makes none', async () => {
  const made = await make('kept', { blocks: { head: 'top' } })
  assert.equal([made.version, made.updated_by], [1, 'admin'])
  const saved = await ask<Stored>('PUT', `/${made.id}`, { template: 'two' })
  assert.equal([saved.version, saved.template, saved.blocks], [2, 'two', { head: 'top' }])
  assert.is((await ask<Stored>('PUT', `/${made.id}`, { template: 'two' })).version, 2)
  const versions = await ask<{ version: number; saved_by: string }[]>('GET', `/${made.id}/versions`)
  assert.equal(
    versions.map(({ version, saved_by: who }) => [version, who]),
    [
      [2, 'admin'],
      [1, 'admin'],
    ],
  )
  const first = await ask<{ definition: Stored }>('GET', `/${made.id}/versions/1`)
  assert.is(first.definition.template, 'one')
  assert.equal(await codeOf('GET', `/${made.id}/versions/9`), [404, 'TEMPLATE_VERSION_UNKNOWN'])
})

test('the differences are unified lines, file by file; restore makes a new version', async () => {
  const made = await make('differs', { template: 'a\nb\nc\n' })
  await ask('PUT', `/${made.id}`, { template: 'a\nB\nc\n', blocks: { tail: 'end\n' } })
  const parts = await ask<{ part: string; unified: string }[]>('GET', `/${made.id}/diff?from=1`)
  assert.equal(
    parts.map(({ part }) => part),
    ['template.hbs', 'blocks/tail.hbs'],
  )
  assert.match(parts[0]!.unified, /^-b$/m)
  assert.match(parts[0]!.unified, /^\+B$/m)
  assert.match(parts[0]!.unified, /version 1/)
  const back = await ask<Stored>('POST', `/${made.id}/restore`, { version: 1 })
  assert.equal([back.version, back.template, back.blocks], [3, 'a\nb\nc\n', {}])
  const [newest] = await ask<{ note: string }[]>('GET', `/${made.id}/versions`)
  assert.is(newest!.note, 'restored from version 1')
})

test('two people who save the same version: one wins, one is told', async () => {
  const { id } = await make('shared')
  const save = (template: string) => world.http('PUT', `${base}/${id}`, { template, version: 1 })
  const answers = await Promise.all(['left', 'right', 'middle'].map(save))
  assert.equal(answers.map(({ status }) => status).toSorted(), [200, 409, 409])
  const lost = answers.find(({ status }) => status === 409)!
  assert.is(lost.body.error!.code, 'TEMPLATE_CHANGED')
  assert.match(lost.body.error!.description, /admin has saved version 2/)
  const { headers } = await world.http('GET', `${base}/${id}`)
  const changing = (tag: string) =>
    fetch(`${world.url}/api/v1${base}/${id}`, {
      method: 'PUT',
      headers: { 'x-auth-key': world.admin, 'content-type': 'application/json', 'if-match': tag },
      body: JSON.stringify({ template: 'by tag' }),
    })
  assert.is((await changing('W/"old"')).status, 412)
  assert.is((await changing(headers.get('etag')!)).status, 200)
})

test('versions are bounded: the oldest are dropped', async () => {
  const { id } = await make('often')
  await world.sql(`update notes_template set version = 300 where id = $1`, [id])
  await world.sql(
    `insert into notes_template_version select $1, n, 'often', '{}', now(), 'admin', '' from generate_series(2, 300) n`,
    [id],
  )
  await ask('PUT', `/${id}`, { template: 'last' })
  const versions = await ask<{ version: number }[]>('GET', `/${id}/versions`)
  assert.equal([versions.length, versions[0]!.version, versions.at(-1)!.version], [200, 301, 102])
})

test('names are unique; a clone gets a free one', async () => {
  const { id } = await make('only')
  assert.equal(await codeOf('POST', '', { name: 'only' }), [409, 'TEMPLATE_NAME_TAKEN'])
  const other = await make('other')
  assert.equal(await codeOf('PUT', `/${other.id}`, { name: 'only' }), [409, 'TEMPLATE_NAME_TAKEN'])
  assert.is((await ask<Stored>('POST', `/${id}/clone`, {}, 201)).name, 'only (2)')
  assert.is((await ask<Stored>('POST', `/${id}/clone`, {}, 201)).name, 'only (3)')
  assert.is((await ask<Stored>('POST', `/${id}/clone`, { name: 'mine' }, 201)).name, 'mine')
})

test('an export has neither ids nor roles, and its import is the same template', async () => {
  const { id } = await make('travels', { roles: [5], blocks: { head: 'top\n' } })
  const { template, files } = await ask<{ template: Record<string, unknown>; files: Record<string, string> }>(
    'GET',
    `/${id}/export`,
  )
  assert.equal([template['id'], template['roles']], [undefined, []])
  assert.equal(Object.keys(files), ['note.json', 'template.hbs', 'blocks/head.hbs'])
  const importing = (conflict: string) =>
    ask<{ name: string; result: string; id: number | null; stored_as: string | null }[]>('POST', '/import', {
      templates: [
        { ...template, template: 'changed' },
        { name: 'new one' },
        { name: 'bad', template: 5 },
        {},
      ],
      conflict,
    })
  const skipped = await importing('skip')
  assert.equal(
    skipped.map(({ result }) => result),
    ['skipped', 'created', 'refused', 'refused'],
  )
  const replaced = await importing('replace')
  assert.equal(
    replaced.map(({ result }) => result),
    ['replaced', 'replaced', 'refused', 'refused'],
  )
  const now = await ask<Stored>('GET', `/${id}`)
  assert.equal([now.template, now.roles, now.version], ['changed', [5], 2])
  const [renamed] = await importing('rename')
  assert.equal([renamed!.result, renamed!.stored_as], ['renamed', 'travels (2)'])
})

test('wrong definitions are refused with the member; lint and preview touch nothing', async () => {
  assert.equal((await codeOf('POST', '', { name: 'typo', tempalte: '' }))[0], 400)
  assert.equal((await codeOf('POST', '', { name: '', template: '' }))[0], 400)
  const { id } = await make('checked', { template: 'all wrong' })
  assert.is((await ask<{ column: number }[]>('POST', '/lint', { id }))[0]!.column, 5)
  assert.equal(await ask('POST', '/lint', { id, template: 'good' }), [])
  const shown = await ask<{ parts: { lines: { text: string }[] }[] }>('POST', '/preview', {
    template: 'x\ny',
  })
  assert.equal(
    shown.parts[0]!.lines.map(({ text }) => text),
    ['x', 'y'],
  )
  assert.equal(await codeOf('POST', '/lint', { id: 99_999 }), [404, 'TEMPLATE_UNKNOWN'])
  assert.is((await ask<Stored>('GET', `/${id}`)).version, 1)
})

test('a list leaves out the texts, and can be searched; a removed one is gone with its versions', async () => {
  const { id } = await make('to be removed')
  const rows = await ask<Stored[]>('GET', '?query=be%20rem')
  assert.equal(
    rows.map(({ name, template }) => [name, template]),
    [['to be removed', undefined]],
  )
  await ask('DELETE', `/${id}`)
  assert.equal(await codeOf('GET', `/${id}`), [404, 'TEMPLATE_UNKNOWN'])
  assert.equal(await codeOf('DELETE', `/${id}`), [404, 'TEMPLATE_UNKNOWN'])
  const left = await world.sql('select 1 from notes_template_version where template_id = $1', [id])
  assert.is(left.length, 0)
})
