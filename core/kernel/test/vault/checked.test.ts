import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { definePlugin } from '@linecard/plugin-kit'
import { assert, failureOf, suite } from '@linecard/test-kit'
import { createDatabase, type TestDatabase } from '@linecard/test-kit/worlds/database'
import { keptLog } from '@linecard/test-kit/worlds/log'
import { openDatabase, type Database } from '../../src/database/index.ts'
import { kernelMigrations } from '../../src/migrations.ts'
import { forgetLost, openCheckedVault, type VaultPlace } from '../../src/vault/checked.ts'
import { sealedColumns } from '../../src/vault/sealed.ts'

const test = suite('vault at the start')
const safe = definePlugin({
  id: 'safe',
  api: 1,
  sealed: [
    { table: 'safe_door', column: 'code', name: 'name', what: 'door', withoutKey: 'clear' },
    { table: 'safe_pin', column: 'pin', name: 'name', what: 'pin of', withoutKey: 'delete' },
    { table: 'safe_never_made', column: 'pin', name: 'name', what: 'nothing', withoutKey: 'delete' },
  ],
})
const key = () => randomBytes(32).toString('base64')

let server: TestDatabase
let database: Database
let folder: string
const place = (env: NodeJS.ProcessEnv = {}): VaultPlace => ({
  em: database.em,
  dataDir: folder,
  env,
  columns: sealedColumns([safe, null]),
})
const withKeys = (...keys: string[]) => openCheckedVault(place({ LINECARD_VAULT_KEY: keys.join(',') }))
const rows = async (table: string) => (await server.admin.query(`select * from ${table} order by name`)).rows
const clean = () =>
  server.admin.query('delete from kernel_vault_key; delete from safe_door; delete from safe_pin')

test.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linecard-vault-'))
  server = await createDatabase()
  database = await openDatabase({ url: server.url, dataDir: folder, entities: [], log: keptLog() })
  await database.migrate('kernel', kernelMigrations)
  await server.admin.query(
    'create table safe_door (name text, code text); create table safe_pin (name text, pin text)',
  )
})
test.after(async () => {
  await database.stop()
  await server.drop()
  await rm(folder, { recursive: true })
})

test('the first start makes a key and notes it; the next start opens with it', async () => {
  const { keyIds } = await openCheckedVault(place())
  assert.equal((await openCheckedVault(place())).keyIds, keyIds)
  const { rows: noted } = await server.admin.query('select id, check_text from kernel_vault_key')
  assert.equal(
    noted.map(({ id }) => id),
    keyIds,
  )
  await rm(join(folder, 'vault.key'))
  await clean()
})

test('a lost vault.key is refused with the way out, and no new one is made', async () => {
  const vault = await openCheckedVault(place())
  await server.admin.query('insert into safe_door values ($1, $2)', ['front', vault.seal('1234')])
  await rm(join(folder, 'vault.key'))
  const { message } = await failureOf(openCheckedVault(place()))
  assert.match(message, `key ${vault.keyIds[0]} (1 stored secrets), and`)
  assert.match(message, /vault\.key is missing.*Restore the key.*linecard vault:forget/)
  assert.not(existsSync(join(folder, 'vault.key')))
  await clean()
})

test('a foreign key is refused, also before anything is sealed, and also by an installation without a check text', async () => {
  const [own, foreign] = [key(), key()]
  await withKeys(own)
  assert.match(
    (await failureOf(withKeys(foreign))).message,
    /belongs to another installation.*LINECARD_VAULT_KEY has/,
  )
  const vault = await withKeys(own)
  await server.admin.query('insert into safe_door values ($1, $2)', ['front', vault.seal('1234')])
  await server.admin.query('delete from kernel_vault_key')
  assert.match((await failureOf(withKeys(foreign))).message, `key ${vault.keyIds[0]} (1 stored`)
  assert.is((await withKeys(own)).open(vault.seal('x')), 'x')
  await clean()
})

test('a key is rotated: both are taken, and the old one may go when it seals nothing', async () => {
  const [old, next] = [key(), key()]
  const before = await withKeys(old)
  await server.admin.query('insert into safe_door values ($1, $2)', ['front', before.seal('1234')])
  const both = await withKeys(next, old)
  await failureOf(withKeys(next))
  await server.admin.query('update safe_door set code = $1', [both.seal('1234')])
  assert.is((await withKeys(next)).keyIds.length, 1)
  await failureOf(withKeys(old))
  await clean()
})

test('forgetting lists what is lost before it removes it, and keeps what can be read', async () => {
  const [lost, kept] = [key(), key()]
  const both = await withKeys(kept, lost)
  const only = await withKeys(lost, kept)
  const [good, bad] = [both.seal('good'), only.seal('bad')]
  await server.admin.query('insert into safe_door values ($1, $2), ($3, $4)', ['back', bad, 'front', good])
  await server.admin.query('insert into safe_pin values ($1, $2)', ['ann', bad])
  const here = place({ LINECARD_VAULT_KEY: kept })
  const list = [
    { what: 'door', name: 'back', key: bad.split('.')[1]! },
    { what: 'pin of', name: 'ann', key: bad.split('.')[1]! },
  ]
  assert.equal(await forgetLost(here, false), list)
  await failureOf(openCheckedVault(here))
  assert.equal(await forgetLost(here, true), list)
  assert.equal(await rows('safe_door'), [
    { name: 'back', code: null },
    { name: 'front', code: good },
  ])
  assert.equal(await rows('safe_pin'), [])
  assert.is((await openCheckedVault(here)).open(good), 'good')
  await clean()
})

test('without any key, forgetting makes a new one', async () => {
  const vault = await openCheckedVault(place())
  await server.admin.query('insert into safe_pin values ($1, $2)', ['ann', vault.seal('1')])
  await rm(join(folder, 'vault.key'))
  assert.is((await forgetLost(place(), false)).length, 1)
  assert.not(existsSync(join(folder, 'vault.key')))
  assert.is((await forgetLost(place(), true)).length, 1)
  assert.is.not((await openCheckedVault(place())).keyIds[0], vault.keyIds[0])
  await clean()
})

test('a vault.key that is no key is refused by name', async () => {
  await writeFile(join(folder, 'vault.key'), 'nonsense')
  assert.match((await failureOf(openCheckedVault(place()))).message, /vault\.key: a key is 32 random bytes/)
  await rm(join(folder, 'vault.key'))
})
