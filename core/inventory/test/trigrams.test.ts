import { assert, failureOf, suite } from '@linecard/test-kit'
import { createDatabase, type TestDatabase } from '@linecard/test-kit/worlds/database'
import { connectOnce } from '@linecard/test-kit/worlds/kernel'
import { search } from '../src/migrations/0007-search.ts'
import { trigrams } from '../src/migrations/0000-trigrams.ts'

const test = suite('inventory: what the search needs of the server')

let db!: TestDatabase
test.before(async () => {
  db = await createDatabase()
})
test.after(() => db?.drop())

test('a role that may not add the extension is told what to run; where it is there, nothing is needed', async () => {
  const role = `lc_trgm_${process.pid}_${Math.random().toString(36).slice(2, 8)}`
  await db.admin.query(`create role ${role} login password 'of-this-test'`)
  const client = await connectOnce(
    Object.assign(new URL(db.url), { username: role, password: 'of-this-test' }).href,
  )
  try {
    assert.match(
      (await failureOf(client.query(trigrams.up))).message,
      'run as a superuser in this database: create extension pg_trgm',
    )
    await db.admin.query('create extension pg_trgm')
    await client.query(trigrams.up)
  } finally {
    await client.end()
    await db.admin.query(`drop role ${role}`)
  }
})

test('folding gives letters and digits only, one for each character, whatever the alphabet', async () => {
  await db.admin.query(
    search.up.slice(search.up.indexOf('create function'), search.up.indexOf('alter table')),
  )
  const fold = async (text: string) =>
    ((await db.admin.query('select inventory_fold($1) as folded', [text])).rows as { folded: string }[])[0]!
      .folded
  const printable = Array.from({ length: 95 }, (_, n) => String.fromCharCode(32 + n)).join('')
  for (const text of [
    printable,
    'Київ, вул. Їжакевича 7/ґ',
    'ĄČĘ łódź',
    '端口',
    `${printable}й`,
    'a\nb\tc',
  ]) {
    const folded = await fold(text)
    assert.match(folded, /^[a-z0-9]+$/, text)
    assert.is([...folded].length, [...text].length, text)
  }
  assert.is(await fold('КИЇВ'), await fold('київ'))
  assert.is(await fold('1/1/1:1'), '1q1q1x1')
})
