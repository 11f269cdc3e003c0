import type { Module } from '@linecard/driver-kit'
import {
  examplePort,
  fdb,
  interfaceDescriptions,
  interfacesList,
  linkInfo,
  lldpInfo,
  pvid,
  vlans,
  vlansByPort,
} from '@linecard/driver-kit/modules'
import { validator } from '@linecard/driver-kit/validation'
import { assert, suite } from '@linecard/test-kit'
import { answerOf, byInterface, narrowOf, takes, together } from '../src/live/index.ts'
import type { LivePart, LiveParts } from '../src/live/index.ts'

const test = suite('answers of live operations')

const port = (id: number) => ({ ...examplePort, id, name: `Gi0/${id}`, if_index: id })
const link = (id: number, medium: 'Copper' | 'Fiber' | null) => ({
  ...linkInfo.example[0]!,
  interface: port(id),
  medium_type: medium,
})
/** What modules gave; undefined: nothing. */
const partsOf = (...given: [Module, unknown][]): LiveParts =>
  new Map(given.map(([{ name }, data]) => [name, { data, meta: {} } as unknown as LivePart]))

const rows = byInterface(
  {
    link: { module: linkInfo, several: true },
    description: { module: interfaceDescriptions, field: 'description' },
    vlan: { module: pvid },
  },
  { $id: 't.Row' },
  interfacesList,
)
interface Row {
  interface: { id: number }
  link: unknown[] | null
  description: string | null
  vlan: object | null
}
const made = (...given: [Module, unknown][]) => rows.make(partsOf(...given)) as Row[] | null

test('a row for each interface, in the order of the list, and what each module says of it', () => {
  const answer = made(
    [interfacesList, [port(2), port(1), port(3)]],
    [linkInfo, [link(1, 'Copper'), link(2, 'Copper'), link(1, 'Fiber')]],
    [
      interfaceDescriptions,
      [
        { interface: port(1), description: '' },
        { interface: port(2), description: null },
      ],
    ],
    [pvid, [{ interface: port(1), pvid: 7 }]],
  )!
  assert.equal(
    answer.map(row => [row.interface.id, row.link!.length, row.description, row.vlan]),
    [
      [2, 1, null, null],
      [1, 2, '', { pvid: 7 }],
      [3, 0, null, null],
    ],
  )
  assert.not.ok('interface' in (answer[1]!.link![0] as object))
})

test('a module that did not come is null in every row, never an empty list', () => {
  const [row] = made(
    [interfacesList, [port(1)]],
    [linkInfo, undefined],
    [interfaceDescriptions, []],
    [pvid, undefined],
  )!
  assert.equal([row!.link, row!.description, row!.vlan], [null, null, null])
})

test('interfaces that the list lacks, or without a list, have rows for what is said of them', () => {
  assert.equal(
    made([interfacesList, [port(1)]], [pvid, [{ interface: port(9), pvid: 1 }]])!.map(
      row => row.interface.id,
    ),
    [1, 9],
  )
  assert.equal(
    made([interfacesList, undefined], [linkInfo, [link(4, null)]])!.map(row => row.interface.id),
    [4],
  )
})

test('nothing that came is null, a list that is empty is a list', () => {
  assert.is(made([interfacesList, undefined], [linkInfo, undefined]), null)
  assert.equal(made([interfacesList, []]), [])
  const both = together({ vlans: answerOf(vlans), ports: rows }, { $id: 't.Both' })
  assert.equal(both.make(partsOf([vlans, []])), { vlans: [], ports: null })
  assert.equal(
    both.modules.map(({ module }) => module.name),
    ['vlans', 'interfaces_list', 'link_info', 'interface_descriptions', 'pvid'],
  )
})

test('the example of an answer fits its schema, as do answers with what is missing', () => {
  for (const answer of [rows, answerOf(fdb), together({ fdb: answerOf(fdb), rows }, { $id: 't.All' })])
    assert.equal(validator(answer.schema)(answer.example), [])
  assert.equal(validator(rows.schema)(made([interfacesList, [port(1)]], [linkInfo, undefined])), [])
})

const own = (data: readonly object[]) => data.slice(1)

test('rows of one interface are cut out of answers that cannot be asked for one, and of no others', () => {
  assert.equal([takes(fdb, 'interface'), takes(fdb, 'mac'), takes(vlans, 'interface')], [true, true, false])
  assert.is(narrowOf({ module: vlansByPort }), undefined)
  assert.is(narrowOf({ module: vlans }), undefined)
  assert.is(narrowOf({ module: lldpInfo }), undefined)
  assert.is(narrowOf({ module: fdb, narrow: own as never }), own)
})
