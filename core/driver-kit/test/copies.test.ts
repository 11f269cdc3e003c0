import { assert, suite } from '@linecard/test-kit'
import { brand, DeviceError } from '../src/index.ts'
import { proofOf, StalePort, withProof } from '../src/ports/index.ts'
import { numeric, wrongType } from '../src/table/column.ts'

const test = suite('a linked package brings its own copy of the kit')

/** Another copy of one module of the kit, as a linked package has it. */
const copyOf = <T>(file: string): Promise<T> => import(`${new URL(`../src/${file}`, import.meta.url)}?copy`)

test('errors of another copy are ours, with all their fields', async () => {
  const other = await copyOf<typeof import('../src/contract/errors.ts')>('contract/errors.ts')
  assert.is.not(other.DeviceError, DeviceError)
  const error: unknown = new other.DeviceError('Unsupported', 'no such table', { argument: 'vlan_id' })
  assert.ok(error instanceof DeviceError)
  assert.ok(error instanceof Error)
  assert.ok(new DeviceError('Unsupported', 'here') instanceof other.DeviceError)
  assert.equal([error.kind, error.status, error.argument], ['Unsupported', 422, 'vlan_id'])
  const prover = await copyOf<typeof import('../src/ports/prover.ts')>('ports/prover.ts')
  assert.ok(new prover.StalePort('moved') instanceof StalePort)
})

test('the proof of a port and the marks of bad cells are known to other copies', async () => {
  const proofs = await copyOf<typeof import('../src/ports/proof.ts')>('ports/proof.ts')
  const one = { id: 3, name: 'Gi0/3' } as Parameters<typeof withProof>[0]
  const proof = proofOf(proofs.withProof(one, { oid: '1.3.6.1.2.1.31.1.1.1.1.3', text: 'Gi0/3' }))
  assert.is(proof?.fits('Gi0/3'), true)
  const columns = await copyOf<typeof import('../src/table/column.ts')>('table/column.ts')
  assert.is(columns.numeric({ oid: '1.3', type: 4, value: Buffer.from('x') }), wrongType)
  assert.is(numeric({ oid: '1.3', type: 4, value: Buffer.from('x') }), columns.wrongType)
})

test('nothing else is an error of the kit', () => {
  for (const other of [
    null,
    undefined,
    'DeviceError',
    new Error('x'),
    { name: 'Unsupported', kind: 'Unsupported' },
  ])
    assert.not((other as unknown) instanceof DeviceError)
})

test('a class that extends a branded one has its own objects', () => {
  class Base {
    static {
      brand(this, 'TestBase')
    }
  }
  class Special extends Base {}
  assert.ok(new Special() instanceof Base)
  assert.ok(new Special() instanceof Special)
  assert.not((new Base() as object) instanceof Special)
})
