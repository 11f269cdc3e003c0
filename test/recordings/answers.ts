import { DeviceError, type Missing, type Module, type ResultOf } from '@linecard/driver-kit'
import {
  arps,
  fdb,
  interfaceCounters,
  interfacesList,
  linkInfo,
  lldpInfo,
  netSettings,
  poeInfo,
  sfpMedia,
  sfpOptical,
  sysResources,
  sysTemp,
  vlans,
} from '@linecard/driver-kit/modules'

/** Modules that are compared. The first two give the ports; without them a recording cannot be read. */
const compared = {
  interfaces: interfacesList,
  links: linkInfo,
  counters: interfaceCounters,
  vlans,
  fdb,
  arps,
  lldpInfo,
  sysResources,
  sysTemp,
  sfpOptical,
  sfpMedia,
  netSettings,
  poeInfo,
} as const
export type AnswerName = keyof typeof compared
/** The answer of the driver. Null if there is none; then `gaps` has the reason. */
export type Answers = { [K in AnswerName]: ResultOf<(typeof compared)[K]> | null }

/**
 * What an answer says about its own gaps. `refused`: there is no answer, because the model does not have the
 * module (Unsupported) or because the module uses a console or an API, and only SNMP is recorded (AuthFailed).
 */
export interface Gap {
  missing: readonly Missing[]
  refused: 'Unsupported' | 'AuthFailed' | null
}
export type Gaps = Record<AnswerName, Gap>

const needed: ReadonlySet<AnswerName> = new Set(['interfaces', 'links'])
const refusals: readonly string[] = ['Unsupported', 'AuthFailed'] satisfies Gap['refused'][]

/** Asks for all compared modules. */
export async function readAnswers(
  call: (module: Module) => Promise<{ data: unknown; meta: { missing: readonly Missing[] } }>,
): Promise<{ answers: Answers; gaps: Gaps }> {
  const answers: Partial<Record<AnswerName, unknown>> = {}
  const gaps: Partial<Gaps> = {}
  for (const [name, module] of Object.entries(compared) as [AnswerName, Module][]) {
    try {
      const { data, meta } = await call(module)
      answers[name] = data
      gaps[name] = { missing: meta.missing, refused: null }
    } catch (error) {
      const refused = error instanceof DeviceError && refusals.includes(error.kind) && !needed.has(name)
      if (!refused) throw error
      answers[name] = null
      gaps[name] = { missing: error.missing, refused: error.kind as Gap['refused'] }
    }
  }
  return { answers: answers as Answers, gaps: gaps as Gaps }
}

/** A port as our driver reads it from the served recording. */
export interface Port {
  ifIndex: number
  name: string
  type: string
  oper: string | null
  admin: string | null
  description: string | null
  /** An ONU that is a row of ifTable too. */
  onu: boolean
}

/** The rows of ifTable in an answer, and their states. */
export function portsOf({ interfaces, links }: Answers): Port[] {
  const states = new Map((links ?? []).map(row => [row.interface.if_index, row]))
  return (interfaces ?? [])
    .filter(row => row.if_index !== null)
    .map(row => {
      const state = states.get(row.if_index)
      return {
        ifIndex: row.if_index!,
        name: row.name,
        type: row.type,
        onu: row.type === 'ONU',
        oper: state?.oper_status ?? null,
        admin: state?.admin_state ?? null,
        description: state?.description ?? null,
      }
    })
}
