import { DeviceError, routerOsPrint, routerOsWords } from '@linecard/driver-kit'
import { assert, suite } from '@linecard/test-kit'
import { replayRouterOs, type RecordedApi } from '../src/testing/replay-router-os.ts'

const test = suite('the RouterOS API of the kit')
const thrown = async (work: () => unknown): Promise<Error> => {
  try {
    await work()
  } catch (error) {
    return error as Error
  }
  throw new Error('it should have failed')
}

test('words: properties, booleans, numbers, queries, lists of properties', () => {
  assert.equal(
    routerOsWords('/ip/arp/add', { address: '192.0.2.1', disabled: false, published: true, 'vlan-id': 7 }),
    ['/ip/arp/add', '=address=192.0.2.1', '=disabled=no', '=published=yes', '=vlan-id=7'],
  )
  assert.equal(
    routerOsPrint('/ip/arp', { fields: ['.id', 'address'], where: { 'remote.as': '1', '.id': '*2' } }),
    ['/ip/arp/print', '=.proplist=.id,address', '?remote.as=1', '?.id=*2'],
  )
})
test('whatever a value holds, it stays in its word; commands and names that RouterOS cannot have are refused', async () => {
  for (const text of ['=disabled=yes', 'a\n=b=c', '\u0000', '?x', '.tag=1', ''])
    assert.equal(routerOsWords('/x/set', { comment: text }, { name: text }), [
      '/x/set',
      `=comment=${text}`,
      `?name=${text}`,
    ])
  for (const command of ['', '/', 'x', '/x/', '/x y', '/x\n/y', '/X', '/x=1', '//x', '/x/../y'])
    assert.match(
      (await thrown(() => routerOsWords(command))).message,
      'is not a command of RouterOS',
      command,
    )
  for (const name of ['', 'a=b', 'a b', '.', '?a', 'a\n', 'A', '#!']) {
    assert.match(
      (await thrown(() => routerOsWords('/x', { [name]: 1 }))).message,
      'is not a property of RouterOS',
      name,
    )
    assert.match(
      (await thrown(() => routerOsWords('/x', {}, { [name]: '1' }))).message,
      'is not a property of RouterOS',
      name,
    )
  }
})

const recorded = {
  '/ip/arp': [
    { '.id': '*1', address: '192.0.2.1', dynamic: 'true' },
    { '.id': '*A', address: '192.0.2.2', dynamic: 'false', disabled: 'false' },
  ],
  '/bgp': { trap: 'no such command prefix' },
  '/ping': [{ seq: '0' }],
  '/x/reset': [],
} satisfies RecordedApi as RecordedApi
const replay = () => {
  const typed: string[] = []
  const unrecorded = new Set<string>()
  return { typed, unrecorded, api: replayRouterOs(recorded, unrecorded, typed, () => undefined) }
}

test('a recording answers queries and shows what was changed', async () => {
  const { api, typed } = replay()
  assert.equal(await api.print('/ip/arp', { where: { address: '192.0.2.2' }, fields: ['.id'] }), [
    { '.id': '*A' },
  ])
  assert.is(await api.change('/ip/arp/add', { address: '192.0.2.3', disabled: true }), '*B')
  assert.equal((await api.print('/ip/arp', { where: { '.id': '*B' } }))[0], {
    '.id': '*B',
    dynamic: 'false',
    disabled: 'true',
    address: '192.0.2.3',
  })
  await api.change('/ip/arp/set', { '.id': '*B', comment: 'x=y' })
  await api.change('/ip/arp/enable', { '.id': '*B' })
  await api.change('/ip/arp/make-static', { '.id': '*1' })
  await api.change('/ip/arp/remove', { '.id': '*A' })
  assert.equal(
    (await api.print('/ip/arp')).map(row => [row['.id'], row['dynamic'], row['disabled'], row['comment']]),
    [
      ['*1', 'false', undefined, undefined],
      ['*B', 'false', 'false', 'x=y'],
    ],
  )
  assert.equal(typed[0], '/ip/arp/add =address=192.0.2.3 =disabled=yes')
  assert.is(await api.change('/x/reset', { numbers: '*1' }), null)
  assert.equal(await api.run('/ping', { count: 1 }), [{ seq: '0' }])
  // The recording itself stays as it was.
  assert.is((recorded['/ip/arp'] as readonly object[]).length, 2)
})
test('a recording refuses as the device did, and names what it does not have', async () => {
  const { api, unrecorded } = replay()
  for (const work of [
    () => api.print('/bgp'),
    () => api.change('/ip/arp/remove', { '.id': '*99' }),
    () => api.change('/ip/arp/explode', { '.id': '*1' }),
  ]) {
    const error = await thrown(work)
    assert.instance(error, DeviceError)
    assert.is((error as DeviceError).kind, 'CommandRejected')
  }
  assert.match((await thrown(() => api.print('/ip/route'))).message, 'has no /ip/route in its api.json')
  assert.equal([...unrecorded], ['/ip/route'])
  const nobody = replayRouterOs(null, new Set(), [], () => undefined)
  assert.not(nobody.offered)
  assert.is(((await thrown(() => nobody.print('/ip/arp'))) as DeviceError).kind, 'AuthFailed')
})
