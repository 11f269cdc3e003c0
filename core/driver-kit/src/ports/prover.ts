import { brand } from '../brand.ts'
import { DeviceError } from '../contract/errors.ts'
import type { CallPort, ExpectedPort, PortProof } from '../contract/port.ts'
import type { ColumnOptions, ColumnsAnswer, GetOptions, SnmpSession, Varbind } from '../contract/snmp.ts'
import type { Interface } from '../modules/index.ts'
import { proofOf } from './proof.ts'
import { interfaceMoved, isSamePort } from './same.ts'

/**
 * What the service remembers about the indexes of a device is not true any more. Nothing was changed: the
 * call can be made again with everything read again.
 */
export class StalePort extends Error {
  override name = 'StalePort'

  static {
    brand(this, 'StalePort')
  }
}

export interface ProverOptions {
  snmp: SnmpSession
  expected: ExpectedPort | null
  /** The call changes the device, or tests a cable. */
  strict: boolean
  /** Reads the interfaces again. */
  readList(): Promise<readonly Interface[]>
  /** Awaited before the first packet of a change is sent. If it fails, nothing is sent. */
  beforeChange?: (() => Promise<void>) | undefined
}

/** Proves the ports of one call. */
export interface Prover {
  readonly port: CallPort
  /** SNMP that reads the proofs with the first request of the driver, and before each SET. */
  readonly snmp: SnmpSession
  /** Runs a command that may change the device. */
  changing<T>(command: () => Promise<T>): Promise<T>
  /** The interfaces as this call has read them: a proof of their own. */
  sawList(list: readonly Interface[]): void
  /** Asks for the proofs that no request of the driver has brought. */
  settle(): Promise<void>
  /** The port has another name than the caller saw. */
  readonly renamed: boolean
  /** Kept indexes were wrong before anything was changed. */
  readonly stale: boolean
  /** A port was another one. It is set even if the driver has caught the error. */
  readonly moved: DeviceError | null
  /** A change has been sent, or was about to be. */
  readonly changed: boolean
}

/** What the functions of one prover share. */
interface State extends ProverOptions {
  proofs: Map<string, { proof: PortProof; proven: boolean }>
  listed: readonly Interface[]
  changed: boolean
  renamed: boolean
  stale: boolean
  moved: DeviceError | null
  /** The list is read to find out what a wrong proof means: nothing is proven by these requests. */
  reading: boolean
}

const openOf = ({ proofs, reading }: State): string[] =>
  reading ? [] : [...proofs].flatMap(([oid, { proven }]) => (proven ? [] : [oid]))

const isListed = ({ listed, changed }: State, { port, oid }: PortProof): boolean =>
  !changed && listed.some(one => one.id === port.id && one.name === port.name && proofOf(one)?.oid === oid)

async function listNow(state: State): Promise<readonly Interface[]> {
  state.reading = true
  try {
    return await state.readList()
  } finally {
    state.reading = false
  }
}

/**
 * What a wrong value means. Before a change: what is kept is not true, and the call is made again. After it:
 * the proof as it is now, if the port only shows another text: some agents put the description into it.
 */
async function explained(
  state: State,
  { port, oid, kind }: PortProof,
  there: string | null,
): Promise<PortProof> {
  if (!state.changed && kind !== 'ident') {
    state.stale = true
    throw new StalePort(`${port.name} is not where it was`)
  }
  const list = kind === 'ident' ? [] : await listNow(state)
  const now = list.find(({ id }) => id === port.id)
  const fresh = now && proofOf(now)
  const known = { name: port.name, mac: port.mac_address }
  if (kind === 'name' && fresh?.oid === oid && isSamePort(now!, known, list, false)) return fresh
  throw (state.moved = interfaceMoved(port, kind === 'map' ? null : there, list))
}

async function check(state: State, oid: string, cell: Varbind | undefined): Promise<void> {
  const known = state.proofs.get(oid)!
  const shown = cell ? known.proof.shown(cell) : null
  if (!known.proof.fits(shown)) known.proof = await explained(state, known.proof, shown)
  known.proven = true
}

async function prove(state: State): Promise<void> {
  const oids = openOf(state)
  if (oids.length === 0) return
  const values = await state.snmp.get(oids)
  for (const oid of oids) await check(state, oid, values.get(oid))
}

/** Checks what came and takes it out of the values of the driver. */
async function checkValues(
  state: State,
  values: Map<string, Varbind>,
  also: readonly string[],
  asked: readonly string[],
): Promise<void> {
  for (const oid of also) {
    await check(state, oid, values.get(oid))
    if (!asked.includes(oid)) values.delete(oid)
  }
}

async function get(
  state: State,
  oids: readonly string[],
  options: GetOptions = {},
): Promise<Map<string, Varbind>> {
  const also = openOf(state)
  if (also.length === 0) return state.snmp.get(oids, options)
  try {
    const values = await state.snmp.get(oids, { ...options, also })
    await checkValues(state, values, also, oids)
    return values
  } catch (error) {
    const partial: unknown = error instanceof DeviceError ? error.partial : undefined
    if (!(partial instanceof Map)) throw error
    const came = also.filter(oid => partial.has(oid))
    await checkValues(state, partial as Map<string, Varbind>, came, oids)
    throw error
  }
}

async function columns(
  state: State,
  oids: readonly string[],
  options: ColumnOptions = {},
): Promise<ColumnsAnswer> {
  // Another view of the agent may lack the row.
  const also = options.context ? [] : openOf(state)
  if (also.length === 0) return state.snmp.columns(oids, options)
  const answer = await state.snmp.columns(oids, { ...options, also })
  for (const [oid, cell] of answer.also ?? []) await check(state, oid, cell)
  return answer
}

async function changing<T>(state: State, command: () => Promise<T>): Promise<T> {
  if (!state.strict) return command()
  if (!state.changed) {
    await prove(state)
    await state.beforeChange?.()
  }
  state.changed = true
  try {
    return await command()
  } finally {
    for (const known of state.proofs.values()) known.proven = false
  }
}

/** The prover of one call, whose session gets its `port` and `snmp`. */
export function createProver(options: ProverOptions): Prover {
  const { expected, strict, snmp } = options
  const proofs: State['proofs'] = new Map()
  const state: State = {
    ...options,
    proofs,
    listed: [],
    changed: false,
    renamed: false,
    stale: false,
    moved: null,
    reading: false,
  }
  return {
    port: {
      expected,
      strict,
      renamed() {
        state.renamed = true
      },
      prove(proof) {
        if (!proofs.has(proof.oid)) proofs.set(proof.oid, { proof, proven: isListed(state, proof) })
      },
    },
    snmp: {
      ...(snmp.off && { off: snmp.off }),
      get: (oids, more) => get(state, oids, more),
      columns: (oids, more) => columns(state, oids, more),
      set: varbinds => changing(state, () => snmp.set(varbinds)),
    },
    changing: command => changing(state, command),
    sawList(list) {
      state.listed = list
      for (const known of proofs.values()) known.proven ||= isListed(state, known.proof)
    },
    settle: () => prove(state),
    get renamed() {
      return state.renamed
    },
    get stale() {
      return state.stale
    },
    get moved() {
      return state.moved
    },
    get changed() {
      return state.changed
    },
  }
}
