import { assert, type suite } from '@linecard/test-kit'
import type { Installation } from '../../support/installation.ts'
import { startOlts, type OltWorld } from '../olts/world.ts'
import { nthOf, onceAt } from './cuts.ts'
import { removed, undisturbed, type Lane } from './every-cut.ts'
import { lanesOf, withLanes } from './lanes.ts'
import type { MakerOlt } from './makers.ts'
import { connect, picked, registrar, storeTemplate, textOf } from './steps.ts'

type Suite = ReturnType<typeof suite>

/** The OLT answers nobody from now on, neither SNMP nor the console. Gives what ends it. */
function silent({ device }: OltWorld): () => void {
  device.behaviour.tamper = () => null
  device.console!.behaviour = { mute: 'login' }
  return () => {
    delete device.behaviour.tamper
    device.console!.behaviour = {}
    device.console!.drop()
  }
}

/** When an OLT falls silent in a registration, and what it shows later. */
interface Silence {
  /** Index of a command; -1: the last one. */
  at: number
  /** The session ends there: before the OLT does it, or after. Null: it gets its prompt. */
  cut: 'before' | 'after' | null
  later: 'failed' | 'left' | 'done'
}

/** The ONU is added by the second command or the third. */
const silences: readonly Silence[] = [
  { at: 1, cut: 'before', later: 'failed' },
  { at: 3, cut: 'after', later: 'left' },
  { at: -1, cut: null, later: 'done' },
]

/** The OLT falls silent: nobody knows what it has until it answers again, and then it is what it has. */
export function silencePoints(test: Suite, olts: readonly MakerOlt[]): void {
  const lanes = silences.length
  let house!: Installation
  let worlds!: ReadonlyMap<string, OltWorld>
  test.before(async () => {
    ;({ house, worlds } = await startOlts(withLanes(olts, lanes)))
  })
  test.after(() => house?.stop())

  for (const { name, points } of olts)
    test(`${name}: an OLT that falls silent: nobody knows what it has, until it answers again`, async () => {
      const { template, port, type, ident: identOf } = points
      const kind = lanesOf(worlds, name, lanes)
      const idents = kind.map((world, lane) => {
        connect(world, port, identOf(lane + 1), type)
        return identOf(lane + 1)
      })
      await storeTemplate(kind[0]!, template)
      const params = await picked(kind[0]!, idents[0]!, points.params)
      const work = silences.map((silence, at) => {
        const [world, ident] = [kind[at]!, idents[at]!]
        return fallSilent({ world, shop: registrar(world, params), ident }, silence)
      })
      const ends = await Promise.allSettled(work)
      for (const end of ends) if (end.status === 'rejected') throw end.reason
    })
}

async function fallSilent(lane: Lane, { at, cut, later }: Silence): Promise<void> {
  const { world, shop, ident } = lane
  const { commands, lead, before, complete } = await undisturbed(lane)
  const index = commands.indexOf(commands.at(at)!)
  const here = onceAt(commands[index]!, nthOf(commands, index, lead))
  let speak: (() => void) | undefined
  const command = Object.assign(/(?:)/, {
    test(line: string) {
      if (!here.test(line)) return false
      speak = silent(world)
      return cut !== null
    },
  })
  world.device.console!.behaviour = { drop: { command, after: 0, unrun: cut === 'before' } }
  const answer = await shop.register(ident)
  const says = `silent at "${commands[index]}": ${answer.text}`
  assert.ok(speak, says)
  assert.equal([answer.status, answer.error.code], [502, 'ONTS_REGISTRATION_UNKNOWN'], says)
  const [run] = await shop.of(ident)
  assert.equal([run!.state, run!.open, run!.seen], ['unknown', true, null], says)
  const verify = () => shop.post(`registrations/${run!.id}/verify`)
  const still = await verify()
  assert.equal([still.status, still.data?.state], [200, 'unknown'], still.text)
  speak!()
  const { status, data, text } = await verify()
  assert.equal([status, data?.state], [200, later], `${says}: ${text}`)
  assert.is(data.left.length > 0, later === 'left', text)
  if (later === 'failed') assert.is(textOf(world), before, text)
  if (later === 'done') assert.is(textOf(world), complete, text)
  if (later !== 'failed') await removed(lane, run!.id, before, says)
}
