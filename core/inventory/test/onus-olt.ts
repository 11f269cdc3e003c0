import {
  defineDriver,
  defineFamily,
  implement,
  integer,
  map,
  onuSerial,
  readTable,
  SnmpType,
  table,
  text,
  type Session,
  type Varbind,
} from '@linecard/driver-kit'
import {
  interfacesList,
  ponOntsOptical,
  ponOntsReasons,
  ponOntsSerial,
  ponOntsStatus,
  ponOntsVendor,
  refOf,
  wanted,
  type Interface,
} from '@linecard/driver-kit/modules'
import { constant, createView, startDevice, type Device as Simulated } from '@linecard/simulator'

// A vendor that does not exist, whose OLT measures its ONUs. Levels are hundredths; -9999 says that nothing
// was measured.
const base = '1.3.6.1.4.1.99999.8.1'
const level = (column: number) =>
  map(integer(`${base}.${column}`), value => (value === -9999 ? null : value / 100))
const places = table({ name: text(`${base}.1`), parent: integer(`${base}.2`) })
const facts = table({ state: integer(`${base}.3`), serial: onuSerial(`${base}.4`) })
const optics = table({ rx: level(5), oltRx: level(6), distance: integer(`${base}.7`) })
const makers = table({ model: text(`${base}.8`) })
const reasons = table({ reason: text(`${base}.9`) })
export const column = (number: number) => `${base}.${number}`

const list = async (session: Session): Promise<Interface[]> =>
  [...(await readTable(session, places))].map(([index, { name, parent }]) => ({
    id: Number(index),
    name: name ?? '?',
    type: parent ? 'ONU' : 'PON',
    parent: parent || null,
    if_index: Number(index),
  }))
async function onus<R>(
  session: Session,
  asked: string | number | undefined,
  read: (session: Session) => Promise<ReadonlyMap<string, R>>,
) {
  const rows = await read(session)
  return (await session.call(interfacesList, {}))
    .filter(one => one.type === 'ONU' && (asked === undefined || String(one.id) === String(asked)))
    .map(one => ({ interface: refOf(one), row: rows.get(String(one.id)) }))
}

const olt = defineFamily({
  id: 'olt',
  modules: [
    implement(interfacesList, session => list(session)),
    implement(ponOntsStatus, async (session, args) =>
      (await onus(session, args.interface, inner => readTable(inner, facts))).map(
        ({ interface: ref, row }) => ({
          interface: ref,
          status:
            row?.state === 1
              ? ('Online' as const)
              : row?.state === 2
                ? ('PowerOff' as const)
                : ('Unknown' as const),
          bind_status: null,
          admin_state: null,
        }),
      ),
    ),
    implement(ponOntsSerial, async (session, args) =>
      (await onus(session, args.interface, inner => readTable(inner, facts))).map(
        ({ interface: ref, row }) => ({ interface: ref, serial: row?.serial ?? null }),
      ),
    ),
    implement(ponOntsOptical, async (session, args) =>
      (await onus(session, args.interface, inner => readTable(inner, optics))).map(
        ({ interface: ref, row }) => ({
          interface: ref,
          rx: wanted(args.load_only, 'rx') ? (row?.rx ?? null) : null,
          tx: null,
          olt_rx: wanted(args.load_only, 'olt_rx') ? (row?.oltRx ?? null) : null,
          temp: null,
          voltage: null,
          distance: wanted(args.load_only, 'distance') ? (row?.distance ?? null) : null,
        }),
      ),
    ),
    implement(ponOntsVendor, async (session, args) =>
      (await onus(session, args.interface, inner => readTable(inner, makers))).map(
        ({ interface: ref, row }) => ({
          interface: ref,
          vendor: 'Lumen',
          model: row?.model ?? null,
          ver_software: null,
          ver_hardware: null,
        }),
      ),
    ),
    implement(ponOntsReasons, async (session, args) =>
      (await onus(session, args.interface, inner => readTable(inner, reasons))).map(
        ({ interface: ref, row }) => ({
          interface: ref,
          last_down_reason: row?.reason || null,
          last_reg: null,
          last_reg_since: null,
          last_dereg: null,
          last_dereg_since: null,
        }),
      ),
    ),
  ],
})

export const lumen = defineDriver({
  id: 'lumen',
  vendor: 'Lumen',
  api: 1,
  models: [
    {
      key: 'lumen_olt',
      name: 'Lumen OLT',
      type: 'OLT',
      family: olt,
      ports: 2,
      detect: { objectId: '1.3.6.1.4.1.99999.8.2' },
    },
  ],
})

export interface Onu {
  id: number
  serial: string
  rx?: number | null
  oltRx?: number | null
  state?: number
  model?: string | Buffer
  reason?: string
}

const octets = (oid: string, value: string | Buffer): Varbind => ({
  oid,
  type: SnmpType.OctetString,
  value: Buffer.isBuffer(value) ? value : Buffer.from(value),
})
const number = (oid: string, value: number): Varbind => ({ oid, type: SnmpType.Integer, value })
const hundredths = (value: number | null) => (value === null ? -9999 : Math.round(value * 100))

/** Two PON ports, 1 and 2; the ONU 105 is the fifth of the first. */
function varbinds(shown: readonly Onu[]): Varbind[] {
  return [
    octets('1.3.6.1.2.1.1.1.0', 'Lumen OLT'),
    { oid: '1.3.6.1.2.1.1.2.0', type: SnmpType.Oid, value: '1.3.6.1.4.1.99999.8.2' },
    ...[1, 2].flatMap(pon => [octets(`${base}.1.${pon}`, `pon${pon}`), number(`${base}.2.${pon}`, 0)]),
    ...shown.flatMap(({ id, serial, rx = -20, oltRx = -21, state = 1, model = 'L1', reason = '' }) => [
      octets(`${base}.1.${id}`, `pon${Math.floor(id / 100)}:${id % 100}`),
      number(`${base}.2.${id}`, Math.floor(id / 100)),
      number(`${base}.3.${id}`, state),
      octets(`${base}.4.${id}`, serial),
      number(`${base}.5.${id}`, hundredths(rx)),
      number(`${base}.6.${id}`, hundredths(oltRx)),
      number(`${base}.7.${id}`, id * 10),
      octets(`${base}.8.${id}`, model),
      octets(`${base}.9.${id}`, reason),
    ]),
  ]
}

/** A simulated OLT whose ONUs can be changed while it runs. */
export async function startLumen(
  ip: string,
  shown: readonly Onu[],
): Promise<Simulated & { show(next: readonly Onu[]): void }> {
  let view = createView(varbinds(shown).map(constant))
  const device = await startDevice({
    ip,
    port: 0,
    mib: { view: () => view },
    communities: { read: 'public', write: 'private' },
  })
  return Object.assign(device, {
    show: (next: readonly Onu[]) => {
      view = createView(varbinds(next).map(constant))
    },
  })
}
