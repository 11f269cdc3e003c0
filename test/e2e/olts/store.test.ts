import { assert, suite } from '@linecard/test-kit'
import { startOlts, until, type OltWorld, type Seen } from './world.ts'

/** What is stored follows what happens to ONUs of a living OLT. */
const test = suite('olts: the store follows', { level: 'full' })

interface Stored {
  id: number
  name: string
  type: string
  serial: string | null
  comment: string
  closed_at?: string | null
}

let started!: Awaited<ReturnType<typeof startOlts>>
let one!: OltWorld
let two!: OltWorld
test.before(async () => {
  started = await startOlts({
    first: { vendor: 'zte', model: 'C320' },
    second: { vendor: 'zte', model: 'C320' },
  })
  one = started.worlds.get('first')!
  two = started.worlds.get('second')!
  for (const world of [one, two]) await stored(world)
})
test.after(() => started?.house.stop())

const admin = () => started.house.admin
const onusOf = async ({ id }: OltWorld) =>
  (await admin().get<Stored[]>(`/device-interface/by-device/${id}`)).filter(({ type }) => type === 'ONU')
const stored = (world: OltWorld) =>
  until(
    () => onusOf(world),
    rows => rows.length === world.olt.onus.length,
    'the ONUs are stored',
  )
const rowOf = async (world: OltWorld, { ident }: Pick<Seen, 'ident'>) =>
  (await onusOf(world)).find(({ serial }) => serial === ident)
const card = (id: number) => admin().get<Stored>(`/device-interface/${id}`)
const refresh = ({ id }: OltWorld) => started.house.running.use('interfaces').refresh(id)

test('a deleted ONU is closed at once and keeps its history; a late request by its id reaches nothing', async () => {
  const seen = await one.online(0)
  const before = (await rowOf(one, seen))!
  await admin().put(`/device-interface/${before.id}`, { comment: 'behind the garage' })
  await one.made('ont/delete', { interface: seen.name, ident: seen.ident })
  const closed = await until(
    () => card(before.id),
    ({ type }) => type === 'CLOSED',
    'the stored ONU is closed',
  )
  assert.equal([closed.comment, typeof closed.closed_at], ['behind the garage', 'string'])
  assert.is(await rowOf(one, seen), undefined)
  const changes = await admin().get<{ reason: string | null }[]>(`/device-interface/${before.id}/history`)
  assert.is(changes[0]!.reason, 'Deleted')
  // A late request that names it by its id reaches nothing.
  const late = await one.change('ont/delete', { interface: `id:${before.id}` })
  assert.equal([late.status, late.error.code], [404, 'INVENTORY_INTERFACE_UNKNOWN'])
})

test('a late request after the OLT was read again: 409, and the other ONU is untouched', async () => {
  const seen = await one.online(2)
  one.event({ do: 'replace', onu: seen.ident, serial: 'ZTEG7F00ABCD' })
  await refresh(one)
  for (const operation of ['ont/delete', 'ont/reboot', 'ont/disable']) {
    const { status, error } = await one.change(operation, { interface: seen.name, ident: seen.ident })
    assert.equal([operation, status, error.code], [operation, 409, 'INTERFACE_MOVED'])
  }
  assert.is(one.onuOf('ZTEG7F00ABCD')!.enabled, true)
})

test('the tree from the store and from the device agree on a living OLT', async () => {
  await refresh(two)
  const [fromStore, fromDevice] = await Promise.all(
    ['store', 'device'].map(from =>
      two.read<{ cards: { ports: { onts: { ident: string; status: string }[] }[] }[] }>('onts', {
        from,
        limit: '65536',
      }),
    ),
  )
  const rows = (tree: typeof fromStore) =>
    tree!.cards
      .flatMap(({ ports }) => ports.flatMap(({ onts }) => onts))
      .map(({ ident, status }) => `${ident} ${status}`)
      .toSorted()
  assert.is(rows(fromStore).length, two.olt.onus.length)
  assert.equal(rows(fromStore), rows(fromDevice))
})
