import { assert, suite } from '@linecard/test-kit'
import {
  integer,
  readTable,
  SnmpType,
  table,
  type Missing,
  type ReadingSession,
  type Varbind,
} from '@linecard/driver-kit'

const test = suite('columns that end early')
const entry = '1.3.6.1.4.1.99999.1'
const ifEntry = '1.3.6.1.2.1.2.2.1'
const interfaces = table({
  speed: integer(`${ifEntry}.5`),
  ifType: { ...integer(`${ifEntry}.3`), isKind: true as const },
  mtu: integer(`${ifEntry}.4`),
})

/** An agent with these rows of columns: index → value. It says that each column is all there. */
function agent(cells: Readonly<Record<string, Readonly<Record<string, number>>>>) {
  const reports: Missing[] = []
  const unasked = async () => {
    throw new Error('not asked for')
  }
  const session: ReadingSession & { reports: Missing[] } = {
    snmp: {
      get: unasked,
      set: unasked,
      columns: async oids => ({
        missing: [],
        columns: oids.map(
          oid =>
            new Map(
              Object.entries(cells[oid] ?? {}).map(([index, value]): [string, Varbind] => [
                index,
                { oid: `${oid}.${index}`, type: SnmpType.Integer, value },
              ]),
            ),
        ),
      }),
    },
    answered: true,
    reports,
    report: missing => {
      reports.push(missing)
    },
  }
  return session
}

const rows = (...indexes: readonly (string | number)[]): Record<string, number> =>
  Object.fromEntries(indexes.map(index => [index, 1]))
const two = table({ a: integer(`${entry}.1`), b: integer(`${entry}.2`) })
const told = (session: { reports: Missing[] }) => session.reports.map(({ what, rows: n }) => `${what} ${n}`)

test('a column that ends before the others of its table is told, with the rows that arrived', async () => {
  const session = agent({ [`${entry}.1`]: rows(1, 2, 3, 4, 5), [`${entry}.2`]: rows(1, 2) })
  assert.is((await readTable(session, two)).size, 5)
  assert.equal(session.reports, [{ what: `${entry}.2`, reason: 'ended_early', rows: 2 }])
})

test('indexes of several parts, and above 2^31, are in the order of OIDs', async () => {
  const all = rows('1.10', '1.9', '2.4294967295', '2.3000000000', '3.1')
  const session = agent({ [`${entry}.1`]: all, [`${entry}.2`]: rows('1.9', '1.10') })
  await readTable(session, two)
  assert.equal(told(session), [`${entry}.2 2`])
})

test('a column with holes, one row behind, and an absent column are as the device has them', async () => {
  for (const b of [rows(1, 3), rows(1, 2, 3, 4), rows(), rows(4, 5)]) {
    const session = agent({ [`${entry}.1`]: rows(1, 2, 3, 4, 5), [`${entry}.2`]: b })
    await readTable(session, two)
    assert.equal(told(session), [])
  }
})

test('columns that are read one after another are compared; one that is read again begins anew', async () => {
  const cells = { [`${entry}.1`]: rows(1, 2), [`${entry}.2`]: rows(1, 2, 3, 4) }
  const session = agent(cells)
  await readTable(session, { a: two.a })
  assert.equal(told(session), [])
  await readTable(session, { b: two.b })
  assert.equal(told(session), [`${entry}.1 2`])
  const changing = agent(cells)
  await readTable(changing, { b: two.b })
  cells[`${entry}.2`] = rows(1)
  await readTable(changing, { b: two.b })
  assert.equal(told(changing), [])
})

test('rows of another kind and of another block of numbers may lack a column', async () => {
  const types = (...of: readonly [number, number][]) => Object.fromEntries(of)
  const behind = async (ifTypes: Record<string, number>, mtu: Record<string, number>) => {
    const session = agent({ [`${ifEntry}.3`]: ifTypes, [`${ifEntry}.4`]: mtu })
    await readTable(session, interfaces)
    return told(session)
  }
  assert.equal(await behind(types([1, 6], [2, 6], [3, 53], [4, 53]), rows(1, 2)), [])
  assert.equal(await behind(types([1, 6], [2, 6], [1001, 6], [1002, 6]), rows(1, 2)), [])
  assert.equal(await behind(types([1, 6], [2, 53], [3, 6], [4, 6]), rows(1)), [`${ifEntry}.4 1`])
})

test('rows that another table shows count; rows that the columns are not about do not', async () => {
  const session = agent({ [`${entry}.1`]: rows(1, 2), [`${entry}.2`]: rows(1, 2, 90, 91) })
  await readTable(session, two, { counts: index => Number(index) < 90 })
  assert.equal(told(session), [])
  const beside = new Map(['1', '2', '3', '4'].map(index => [index, 6]))
  await readTable(agent({}), { a: two.a }, { beside })
  const alone = agent({ [`${entry}.1`]: rows(1, 2) })
  await readTable(alone, { a: two.a }, { beside })
  assert.equal(told(alone), [`${entry}.1 2`])
})
