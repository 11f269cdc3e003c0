import { assert } from '@linecard/test-kit'
import { extras, type Extras } from './extra-lines.ts'
import { makers, type MakerOlt } from './makers.ts'
import { inOlt, type Registrar } from './steps.ts'
import type { OltWorld } from '../olts/world.ts'

/** Every OLT whose console is simulated, with what is added to its ONUs. */
export const withExtras = Object.values(makers)
  .flat()
  .map((olt: MakerOlt) => {
    const added = extras[olt.name]
    assert.ok(added, `${olt.name}: nothing is added to its ONUs`)
    return { ...olt, extras: added! }
  })
export type WithExtras = (typeof withExtras)[number]

/** One OLT with a registered ONU to which a person has added services. */
export interface Site extends WithExtras {
  world: OltWorld
  /** Another OLT of the model. */
  second: OltWorld
  shop: Registrar
  /** Connects an ONU that nobody has registered. */
  fresh(): string
  /** One that is registered, with the extras. */
  standing(): Promise<string>
}

/** What the OLT keeps of an ONU: not what its console prints. */
export function keptOf(world: OltWorld, ident: string): string[] {
  const onu = inOlt(world, ident)
  if (!onu) return []
  const own = `${onu.port.ifName}:${onu.id}`
  const { configuration } = world.olt
  const sections = configuration.sections.filter(one => one === own || one.startsWith(`${own} `))
  return [onu.name, onu.description, ...sections.flatMap(one => configuration.lines(one))].filter(
    one => one !== undefined && one !== '',
  ) as string[]
}

/** Marks that the ONU has not. */
export const lostOf = (world: OltWorld, ident: string, { marks }: Extras): string[] => {
  const kept = keptOf(world, ident)
  return marks.filter(mark => !kept.some(line => mark.test(line))).map(String)
}

/** Types what a person adds. */
export async function addExtras(world: OltWorld, ident: string, added: Extras): Promise<void> {
  const number = String(inOlt(world, ident)!.id)
  const rows = await world.call<{ command: string; success: boolean; output: string }[]>(
    'multi_console_command',
    { commands: added.typed.map(text => ({ text: text.replaceAll('<n>', number) })) },
  )
  for (const { command, success, output } of rows) assert.ok(success, `${command}: ${output}`)
  assert.equal(lostOf(world, ident, added), [], 'the OLT has what was typed')
}
