import {
  defineFamily,
  familiesOf,
  implement,
  pick,
  without,
  type Model,
  type Session,
} from '@linecard/driver-kit'
import { ifTable } from '@linecard/driver-kit/builders'
import { interfaceDescriptions, linkInfo, sysTemp } from '@linecard/driver-kit/modules'
import { assert, suite } from '@linecard/test-kit'

const test = suite('families')

interface Params {
  node: string
}
const temperature = implement(sysTemp, async (session: Session<Params>) => ({
  main: session.model.params.node.length,
  main_from: null,
  cpu: null,
  board: null,
  sensors: [],
}))
const own = defineFamily<Params>({ id: 'own', modules: [temperature, ...ifTable()] })
const plain = defineFamily({ id: 'plain', modules: ifTable() })
const facts = { name: 'x', type: 'SWITCH', detect: { objectId: '1.3.6.1.4.1.99999' } } as const

test('params of a model are checked against its family', () => {
  const models: readonly (Model | Model<Params>)[] = [
    { ...facts, key: 'a', family: own, params: { node: '1.3' } },
    { ...facts, key: 'b', family: plain },
    // @ts-expect-error the family needs params
    { ...facts, key: 'c', family: own },
    // @ts-expect-error the family has no params
    { ...facts, key: 'd', family: plain, params: { node: '1.3' } },
    // @ts-expect-error a node is a text
    { ...facts, key: 'e', family: own, params: { node: 1 } },
  ]
  // @ts-expect-error a family without params has no use for a function that reads them
  defineFamily({ id: 'wrong', modules: [temperature] })
  assert.equal(
    familiesOf({ id: 'x', vendor: 'X', api: 1, models }).map(({ id }) => id),
    ['own', 'plain'],
  )
})

test('pick takes one implementation of a builder, without the others', () => {
  assert.is(pick(ifTable(), linkInfo).module, linkInfo)
  assert.throws(() => pick(ifTable(), sysTemp), /no implementation of sys_temp/)
  const rest = without(ifTable(), linkInfo, interfaceDescriptions).map(({ module }) => module.name)
  assert.is(rest.length, ifTable().length - 2)
  assert.not.ok(rest.includes('link_info'))
})
