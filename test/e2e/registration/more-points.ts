import { isOnline } from '@linecard/simulator'
import { assert, suite } from '@linecard/test-kit'
import { until, type OltWorld } from '../olts/world.ts'
import { cutAt } from './cuts.ts'
import { connect, done, flowing, inOlt, textOf, type Registrar } from './steps.ts'

type Suite = ReturnType<typeof suite>

export interface Shop {
  shop(): Registrar
  /** Connects an ONU that nobody has registered. Gives its ident. */
  fresh(port?: string): string
  port: string
  type: string
  other: string | null
}

interface Batch {
  id: number
  state: string
  done: number
  failed: number
  rows: { ident: string; state: string; error: { code: string } | null }[]
}

/** Points after the first registration: rename, replace, batches, moves, cut-over. */
export function morePoints(
  test: Suite,
  name: string,
  worldOf: () => OltWorld,
  { shop, fresh, type, other }: Shop,
): void {
  const onlineAt = (ident: string): number => {
    const world = worldOf()
    const onu = inOlt(world, ident)
    assert.ok(onu && isOnline(onu, world.olt.now()), `${ident} is not online`)
    return onu!.id
  }

  test(`${name}: a registered ONU is renamed, and deleted where the model can`, async () => {
    const world = worldOf()
    const ident = fresh()
    const before = textOf(world)
    const { interface: onu } = done(await shop().register(ident))
    const target = { interface: onu!.name, ident }
    await world.made('ont/description', { ...target, description: 'contract-9' })
    const stored = inOlt(world, ident)!
    assert.ok([stored.description, stored.name].includes('contract-9'))
    const renamed = textOf(world)
    const { status, text } = await world.change('ont/delete', target)
    assert.ok([200, 422].includes(status), text)
    const gone = status === 200
    assert.equal([inOlt(world, ident) === undefined, textOf(world)], [gone, gone ? before : renamed])
    assert.is((await shop().waiting()).includes(ident), gone)
  })

  test(`${name}: another ONU takes the place of one, with its number; if the session is cut, the old one has it again`, async () => {
    const world = worldOf()
    const replaced = (old: string, ident: string) =>
      shop().post('replace', { device: { id: world.id }, old, ident })
    const [old, ident, third] = [fresh(), fresh(), fresh()]
    const { number } = done(await shop().register(old))
    const lines: string[] = []
    const command = Object.assign(/(?:)/, { test: (line: string) => (lines.push(line.trim()), false) })
    const run = done(await world.faulty({ drop: { command, after: 0 } }, () => replaced(old, ident)))
    assert.equal([run.kind, run.number, onlineAt(ident)], ['replace', number, number])
    assert.is(inOlt(world, old), undefined)
    const before = textOf(world)
    const texts = run.console!.commands.map(one => one.command)
    const times = (list: readonly string[], text: string) => list.filter(one => one === text).length
    // One that the service does not type to read, and that the next replacement has too.
    const at = texts.findIndex(text => times(lines, text) === times(texts, text))
    assert.ok(at >= 0, lines.join('; '))
    const cut = await cutAt(world, texts, at, true, () => replaced(ident, third))
    const [broken] = await shop().of(third)
    assert.equal([cut.status, broken?.state, broken?.left], [502, 'rolled_back', []], cut.text)
    assert.equal([textOf(world), inOlt(world, ident)!.id], [before, number])
  })

  test(`${name}: a batch gives a result a row, and one that waits nowhere is refused`, async () => {
    const world = worldOf()
    const idents = [fresh(), fresh()]
    const { admin } = world.house
    const plan = await admin.post<Batch>('/component/onts_registration/batches', {
      device: { id: world.id },
      rows: [...idents, 'ABCD00000000'].map(ident => ({ ident })),
      params: shop().params,
    })
    assert.equal(
      plan.rows.map(({ state }) => state),
      ['waiting', 'waiting', 'refused'],
    )
    await finished(world, plan.id)
    for (const ident of idents) onlineAt(ident)
  })

  if (other !== null)
    test(`${name}: an ONU that is plugged elsewhere is moved; one that is not comes back`, async () => {
      const world = worldOf()
      const ident = fresh()
      done(await shop().register(ident))
      const before = textOf(world)
      const body = { device: { id: world.id }, ident, to: { port: other } }
      const stays = await shop().post('move', body)
      const [run] = await shop().of(ident)
      assert.equal([stays.status, run!.state, run!.left], [502, 'rolled_back', []], stays.text)
      assert.is(textOf(world), before)
      plug(world, ident, other, type)
      const moved = await shop().post('move', body)
      assert.is(moved.status, 200, moved.text)
      onlineAt(ident)
      assert.is(inOlt(world, ident)!.port.ifName, other)
    })

  if (other !== null)
    test(`${name}: all ONUs of a port go to another one, each by itself; a cancelled cut-over goes on`, async () => {
      const world = worldOf()
      const { admin } = world.house
      for (const ident of [fresh(other), fresh(other)]) done(await shop().register(ident))
      const target = unusedPort(world, other)
      const moves = async (ident: string) =>
        (await shop().of(ident)).filter(({ kind, state }) => kind === 'move' && state === 'done').length
      const { id, rows } = await admin.post<Batch>('/component/onts_registration/cut-over', {
        from: { device: { id: world.id }, port: other },
        to: { device: { id: world.id }, port: target },
      })
      const [mine, others] = [rows.filter(row => row.state === 'waiting'), rows.filter(row => row.error)]
      assert.ok(mine.length >= 2, JSON.stringify(rows))
      // Nobody has told the service what those have that it has not registered.
      for (const { error } of others) assert.is(error!.code, 'ONTS_REGISTRATION_NO_PARAMS')
      const before = new Map<string, number>()
      for (const { ident } of mine) {
        before.set(ident, await moves(ident))
        plug(world, ident, target, type)
      }
      const stopped = await cancelled(world, id)
      assert.is(stopped.state, 'stopped', JSON.stringify(stopped.rows))
      assert.ok(stopped.rows.some(({ state }) => state === 'waiting'))
      const end = await finished(world, id)
      for (const { ident } of mine) {
        const row = end.rows.find(one => one.ident === ident)!
        assert.is(row.state, 'done', JSON.stringify(row))
        onlineAt(ident)
        assert.is(inOlt(world, ident)!.port.ifName, target)
        assert.is(await moves(ident), before.get(ident)! + 1, 'it was moved once')
      }
    })
}

/** A PON port that is neither this one nor the first. */
const unusedPort = ({ olt }: OltWorld, not: string): string =>
  olt.pons.find((port, at) => at > 0 && port.ifName !== not)!.ifName

/** A person pulls the fibre of an ONU and plugs it into another port. */
function plug(world: OltWorld, ident: string, port: string, type: string): void {
  world.event({ do: 'fibre-cut', onu: ident })
  connect(world, port, ident, type)
}

const batches = '/component/onts_registration/batches'

/** Starts a batch and cancels it in its first row, which is brought to its end. */
async function cancelled(world: OltWorld, id: number): Promise<Batch> {
  const { admin } = world.house
  return flowing(world, async () => {
    await admin.post(`${batches}/${id}/start`, {})
    const now = () => admin.get<Batch>(`${batches}/${id}`)
    await until(now, ({ rows }) => rows.some(({ state }) => state === 'running'), 'a row is being done')
    await admin.post(`${batches}/${id}/cancel`, {})
    return until(
      now,
      ({ rows }) => rows.every(({ state }) => state !== 'running'),
      'no row is being done',
      240,
    )
  })
}

/** Starts a batch and waits for its end. */
async function finished(world: OltWorld, id: number): Promise<Batch> {
  const { admin } = world.house
  return flowing(world, async () => {
    await admin.post(`${batches}/${id}/start`, {})
    return until(
      () => admin.get<Batch>(`${batches}/${id}`),
      ({ state }) => state === 'done',
      'the batch has ended',
      240,
    )
  })
}
