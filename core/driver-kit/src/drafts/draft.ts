import type { Driver } from '../contract/driver.ts'
import type { Module } from '../contract/module.ts'
import { buildIndex, type KnownModel } from '../detection/driver-index.ts'
import { interfacesList, vlans, type Interface } from '../modules/index.ts'
import { recordingOf } from '../recording/index.ts'
import type { Varbind } from '../contract/snmp.ts'
import type { DeviceFile } from '../testing/folder-files.ts'
import type { Folder, Golden } from '../testing/folder.ts'
import { runModule } from '../testing/run-module.ts'
import type { TSchema } from 'typebox'

interface Shape {
  type?: string
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly Shape[]
  minimum?: number
  default?: unknown
  properties?: Readonly<Record<string, Shape>>
  required?: readonly string[]
  items?: Shape
  minItems?: number
}

/** A value of a schema: the first of its words, its smallest number, a plain text. */
function sampleOf(shape: Shape): unknown {
  if ('const' in shape) return shape.const
  if ('default' in shape) return shape.default
  if (shape.enum) return shape.enum[0]
  if (shape.anyOf) return sampleOf(shape.anyOf[0] ?? {})
  if (shape.type === 'integer' || shape.type === 'number') return shape.minimum ?? 1
  if (shape.type === 'boolean') return true
  if (shape.type === 'array') return (shape.minItems ?? 0) > 0 ? [sampleOf(shape.items ?? {})] : []
  if (shape.type === 'object') return argsOf(shape, null)
  return 'sample'
}

const argsOf = ({ properties = {}, required = [] }: Shape, known: Known | null): Record<string, unknown> =>
  Object.fromEntries(
    required.map(name => [name, known?.[name as keyof Known] ?? sampleOf(properties[name] ?? {})]),
  )

/** Values of the recorded device that an argument of this name means. */
interface Known {
  interface?: number
  id?: number
  vlan_id?: number
}

/** The required arguments of a module, as a test can use them. */
const sampleArgs = (args: TSchema, known: Known): Record<string, unknown> => argsOf(args as Shape, known)

/** What a recording holds, before it is a folder. */
export interface Recorded {
  device: DeviceFile
  varbinds: Iterable<Varbind>
  /** Other views of the agent, by the name of their SNMP context. */
  contexts: ReadonlyMap<string, Iterable<Varbind>>
}

export interface Draft {
  /** Arguments with which modules run on the recording. */
  args: Record<string, Record<string, unknown>>
  /** Answers of the modules that run. */
  golden: Map<string, Golden>
  /** Why the others do not run. */
  failed: Map<string, string>
}

/** Ports of different kinds, since a module can refuse some of them. */
const portsTried = 6

const folderOf = ({ device, varbinds, contexts }: Recorded): Folder => ({
  name: device.model,
  url: new URL('file:///'),
  device,
  recording: recordingOf(varbinds),
  consoleOnly: false,
  contexts: new Map([...contexts].map(([name, view]) => [name, recordingOf(view)])),
  cli: [],
  api: null,
  golden: new Map(),
})

/** The answer of a module, or null where the model does not have it or it does not run. */
const answerOf = async <T>(
  folder: Folder,
  known: KnownModel,
  { name }: { name: string },
): Promise<T | null> =>
  known.modules.has(name)
    ? await runModule(folder, known, name).then(
        ({ data }) => data as T,
        () => null,
      )
    : null

/** One port of each type, then others. */
function portsOf(list: readonly Interface[]): number[] {
  const ofEachType = [...Map.groupBy(list, ({ type }) => type).values()].map(([first]) => first!)
  return [...new Set([...ofEachType, ...list].map(({ id }) => id))].slice(0, portsTried)
}

/**
 * Tries every module of the recorded model as `testDriver` does, where it needs arguments with samples of
 * them. `only`: just these modules.
 * @throws Error if the driver does not have the model
 */
export async function draftOf(
  driver: Driver,
  recorded: Recorded,
  only: (module: Module) => boolean = () => true,
): Promise<Draft> {
  const { model } = recorded.device
  const known = buildIndex([driver]).models.get(model)
  if (!known) throw new Error(`the driver "${driver.id}" has no model ${model}`)
  const folder = folderOf(recorded)
  const ports = portsOf((await answerOf<Interface[]>(folder, known, interfacesList)) ?? [])
  const vlan = (await answerOf<{ id: number }[]>(folder, known, vlans))?.[0]?.id
  const draft: Draft = { args: {}, golden: new Map(), failed: new Map() }
  for (const [name, { module }] of known.modules) {
    if (!only(module)) continue
    const needsPort = ((module.args as { required?: string[] }).required ?? []).includes('interface')
    const tries: Known[] = needsPort ? ports.map(port => ({ interface: port })) : [{}]
    let why = 'the recording has no interface'
    for (const given of tries) {
      const args = sampleArgs(module.args, { ...given, ...(vlan && { id: vlan, vlan_id: vlan }) })
      const device = { ...recorded.device, args: { [name]: args } }
      try {
        draft.golden.set(name, await runModule({ ...folder, device }, known, name))
        if (Object.keys(args).length > 0) draft.args[name] = args
        break
      } catch (error) {
        why = (error as Error).message
      }
    }
    if (!draft.golden.has(name)) draft.failed.set(name, why)
  }
  return draft
}
