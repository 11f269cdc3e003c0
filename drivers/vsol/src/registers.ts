import { DeviceError, SnmpType, type Session, type Varbind } from '@linecard/driver-kit'

/** A register of the agent, and what is written to it. */
export interface Register {
  oid: string
  value: number | Buffer
}

const varbind = ({ oid, value }: Register): Varbind => ({
  oid,
  type: Buffer.isBuffer(value) ? SnmpType.OctetString : SnmpType.Integer,
  value,
})
const same = (wanted: Register['value'], shown: Varbind['value'] | undefined): boolean =>
  Buffer.isBuffer(wanted)
    ? Buffer.isBuffer(shown) && wanted.equals(shown)
    : typeof shown === 'number' && shown === wanted
const told = ({ oid, value }: Register): string =>
  `${oid} = ${Buffer.isBuffer(value) ? JSON.stringify(value.toString('utf8')) : value}`

/**
 * Selects an ONU: writes the registers one after the other, as the agent expects, and reads them back. They
 * are the same for all clients of the OLT, so another client could have selected another ONU meanwhile.
 * @throws DeviceError NotApplied if the agent shows something else: nothing may be done with the selection
 */
export async function select(session: Session, registers: readonly Register[]): Promise<void> {
  for (const register of registers) await session.snmp.set([varbind(register)])
  const shown = await session.snmp.get(registers.map(({ oid }) => oid))
  const wrong = registers.find(({ oid, value }) => !same(value, shown.get(oid)?.value))
  if (!wrong) return
  const there = shown.get(wrong.oid)?.value
  throw new DeviceError(
    'NotApplied',
    `The OLT does not show the ONU that was selected (${told(wrong)}, it shows ` +
      `${there === undefined || there === null ? 'nothing' : String(there)}). Nothing was changed.`,
  )
}

/** Selects, and lets the OLT act on what is selected. Gives what was written, as evidence. */
export async function act(
  session: Session,
  registers: readonly Register[],
  action: Register,
): Promise<string> {
  await select(session, registers)
  await session.snmp.set([varbind(action)])
  return [...registers, action].map(told).join(', ')
}
