import { assert, suite } from '@linecard/test-kit'
import { checkTables } from '../tables.ts'
import { packageAt, repositoryOf } from './invented.ts'

const test = suite('check: tables')
const inventory = packageAt('core/inventory', {
  files: {
    'src/migrations/0001-devices.ts': 'create table if not exists inventory_device (id int)',
    'src/devices/store.ts': `em.getKysely().selectFrom('inventory_device')`,
  },
})
const findingsOf = (files: Record<string, string>) =>
  checkTables(repositoryOf([inventory, packageAt('plugins/acme', { files })]))

test('a package names its own tables', () =>
  assert.equal(
    findingsOf({
      'src/migrations/0001-marks.ts': 'create table acme_mark (id int)',
      'src/store.ts': 'select * from acme_mark',
    }),
    [],
  ))
test('a package that names the table of another one fails, once a file and table', () => {
  const [finding, ...more] = findingsOf({
    'src/store.ts': 'select * from inventory_device; select id from inventory_device',
  })
  assert.is(finding?.file, 'plugins/acme/src/store.ts')
  assert.match(finding!.message, 'names inventory_device, a table of @linecard/inventory')
  assert.equal(more, [])
})
test('also in the types of a query', () =>
  assert.is(findingsOf({ 'src/tables.ts': 'export type Tables = { inventory_device: Row }' }).length, 1))
test('a foreign key in a migration passes, and so does a test', () =>
  assert.equal(
    findingsOf({
      'src/migrations/0001-marks.ts': 'device_id int references inventory_device (id)',
      'test/world.ts': 'select * from inventory_device',
    }),
    [],
  ))
test('a longer name is another name', () =>
  assert.equal(findingsOf({ 'src/store.ts': 'inventory_device_list my_inventory_device' }), []))
