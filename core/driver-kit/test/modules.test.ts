import { assert, suite } from '@linecard/test-kit'
import { Check, Errors } from 'typebox/value'
import { DeviceError } from '../src/contract/errors.ts'
import { catalogue } from '../src/modules/index.ts'
import { hostFilter, listOf, macsOf, vlanIdsOf, wanted } from '../src/modules/arguments.ts'

const test = suite('modules')

test('every module answers its own example', () => {
  assert.ok(catalogue.size >= 60)
  for (const { name, result, example } of catalogue.values()) {
    assert.ok(Check(result, example), `${name}: ${JSON.stringify(Errors(result, example).slice(0, 2))}`)
  }
})

test('names are those of the catalogue, and file, export and name say the same', async () => {
  const exported = await import('../src/modules/all.ts')
  for (const [key, module] of Object.entries(exported)) {
    assert.is(
      key.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`),
      module.name,
    )
    assert.is(catalogue.get(module.name), module)
    assert.is(
      module.permission === 'device_show',
      module.kind === 'read',
      `${module.name}: reading needs device_show, changing a permission of its own`,
    )
  }
})

/** Paths of the objects in a schema that let undeclared keys through. */
function open(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const here =
    'properties' in schema && !('additionalProperties' in schema && schema.additionalProperties === false)
      ? [path]
      : []
  return [
    ...here,
    ...Object.entries(schema).flatMap(([key, value]) =>
      key === 'additionalProperties' ? [] : open(value, `${path}.${key}`),
    ),
  ]
}

test('arguments and results carry nothing undeclared', () => {
  assert.equal(
    [...catalogue.values()].flatMap(({ name, args, result }) => open({ args, result }, name)),
    [],
  )
})

test('a key more or a wrong word makes an answer invalid', () => {
  const link = catalogue.get('link_info')!
  const [row] = link.example as Record<string, unknown>[]
  assert.not.ok(Check(link.result, [{ ...row, extra: 1 }]))
  assert.not.ok(Check(link.result, [{ ...row, oper_status: 'up' }]))
  assert.ok(Check(link.result, [{ ...row, oper_status: null, speed_mbps: null }]))
})

test('list arguments come as array, comma list or single value', () => {
  assert.equal(listOf('rx, tx,'), ['rx', 'tx'])
  assert.equal(listOf(['rx', 'tx,temp']), ['rx', 'tx', 'temp'])
  assert.is(listOf(''), undefined)
  assert.equal([...vlanIdsOf('10,20')!, ...vlanIdsOf([30, '40'])!, ...vlanIdsOf(50)!], [10, 20, 30, 40, 50])
  assert.equal([...macsOf('aabb.ccdd.eeff, 02-00-00-00-00-01')!], ['AA:BB:CC:DD:EE:FF', '02:00:00:00:00:01'])
  assert.ok(wanted(undefined, 'rx') && wanted('rx,tx', 'tx') && !wanted('rx', 'tx'))
})

test('a row of a table of hosts is chosen by lists of addresses, and not if it lacks what is asked for', () => {
  const row = { ip: '192.0.2.7', mac: '02:00:00:00:00:07', vlan_id: 301 }
  const [noMac, noVlan] = [
    { ...row, mac: null },
    { ...row, vlan_id: null },
  ]
  const chosen = (args: Parameters<typeof hostFilter>[0]) => [row, noMac, noVlan].filter(hostFilter(args))
  assert.equal(chosen({}), [row, noMac, noVlan])
  assert.equal(chosen({ ip: '192.0.2.250, 192.0.2.7' }), [row, noMac, noVlan])
  assert.equal(chosen({ ip: ['192.0.2.8'] }), [])
  assert.equal(chosen({ mac: ['0200.0000.0007', '02:00:00:00:00:08'] }), [row, noVlan])
  assert.equal(chosen({ vlan_id: '300,301' }), [row, noMac])
  assert.equal(chosen({ ip: row.ip, vlan_id: 300 }), [])
  assert.throws(() => hostFilter({ mac: 'zz' }), /not a MAC address/)
})

test('a bad VLAN id or MAC is a BadArgument that names it', () => {
  for (const bad of [() => vlanIdsOf('5000'), () => vlanIdsOf('10;drop'), () => macsOf('zz:00')]) {
    assert.throws(
      bad,
      (error: unknown) =>
        error instanceof DeviceError &&
        error.kind === 'BadArgument' &&
        /5000|10;drop|zz:00/.test(error.message),
    )
  }
})
