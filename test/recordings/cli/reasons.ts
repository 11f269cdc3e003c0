import { parseMac } from '@linecard/driver-kit/codecs'
import type { Row } from './compare.ts'

/** Two rows that differ, and the recorded text. */
export interface Differing {
  source: string
  platform: string
  area: string
  sample: string
  command: string
  theirs: Row | null
  ours: Row | null
  cells: readonly string[]
  text: string
}

/** Why a difference is right, or at least understood. The first that fits counts. */
export interface Reason {
  id: string
  text: string
  fits(pair: Differing): boolean
}

const squeezed = (text: unknown): string =>
  String(text ?? '')
    .toLowerCase()
    .replace(/[^\da-z]/g, '')
/**
 * Each differing cell fits, and the other system says something in it. A row that stands on one side alone
 * has none.
 */
const every = (
  { theirs, ours, cells }: Differing,
  fits: (cell: string, theirs: string, ours: string) => boolean,
): boolean =>
  theirs !== null &&
  ours !== null &&
  cells.length > 0 &&
  cells.every(
    cell => String(theirs[cell] ?? '') !== '' && fits(cell, String(theirs[cell]), String(ours[cell] ?? '')),
  )
const says = (text: string, value: unknown): boolean =>
  squeezed(value) !== '' && squeezed(text).includes(squeezed(value))
const alone = ({ theirs, ours }: Differing): Row | null => (theirs === null ? ours : null)

export const reasons: readonly Reason[] = [
  {
    id: 'internal-vlans',
    text: 'VLANs 1002 to 1005 (FDDI, Token Ring), which the device lists; the other system leaves them out.',
    fits: pair =>
      pair.area === 'vlans' && Number(alone(pair)?.['id']) >= 1002 && Number(alone(pair)?.['id']) <= 1005,
  },
  {
    id: 'own-addresses',
    text: 'An entry of the device itself or a static one stands in the table; the other system leaves it out.',
    fits: pair =>
      pair.area === 'fdb' &&
      alone(pair) !== null &&
      alone(pair)!['status'] !== 'LEARNED' &&
      says(pair.text, alone(pair)!['mac_address']),
  },
  {
    id: 'asked-for-less',
    text: 'The recorded script was asked for one port or VLAN and answers no more; the command printed all.',
    fits: pair =>
      pair.source === 'noc' &&
      pair.area === 'fdb' &&
      pair.platform === 'zyxel' &&
      alone(pair) !== null &&
      says(pair.text, alone(pair)!['mac_address']),
  },
  {
    id: 'left-out',
    text: 'A row that stands in the recorded text; the other system leaves it out (logical ports, entries without port, VLANs of no ports).',
    fits: pair =>
      (pair.area === 'ports' &&
        says(pair.text, alone(pair)?.['port']) &&
        /\d/.test(String(alone(pair)?.['port']))) ||
      (pair.area === 'arp' && says(pair.text, alone(pair)?.['ip'])) ||
      (pair.area === 'vlans' && pair.source === 'noc' && says(pair.text, alone(pair)?.['id'])) ||
      (pair.area === 'cable' &&
        (alone(pair)?.['status'] === 'NotSupported' || alone(pair)?.['status'] === 'Unknown')),
  },
  {
    id: 'made-name',
    text: 'The VLAN has no name in this output; the other system makes one of its number.',
    fits: pair =>
      pair.area === 'vlans' &&
      every(
        pair,
        (cell, theirs, ours) =>
          cell === 'name' && ours === '' && theirs === `VLAN${String(pair.theirs?.['id'])}`,
      ),
  },
  {
    id: 'whole-cable',
    text: 'The device gives one result for the whole cable, and so do we; the other system makes four pairs of it.',
    fits: ({ area, theirs, ours }) => area === 'cable' && ours === null && Number(theirs?.['pair']) > 1,
  },
  {
    id: 'no-length',
    text: 'The device gives no length: we say null, the other system 0.',
    fits: pair =>
      pair.area === 'cable' &&
      every(
        pair,
        (cell, theirs, ours) =>
          (cell === 'length' && Number(theirs) === 0 && ours === '') ||
          (cell === 'status' && theirs === 'NotTested'),
      ),
  },
  {
    id: 'not-tested',
    text: 'The other system has one word for pairs that were not tested, are not supported, have no cable or an unknown state.',
    fits: pair =>
      pair.area === 'cable' &&
      every(pair, (cell, theirs) =>
        cell === 'length' ? Number(theirs) === 0 : theirs === 'NotTested' || theirs === 'Unknown',
      ),
  },
  {
    id: 'wrong-unit',
    text: 'The device says metres; the other system takes the number for centimetres.',
    fits: pair =>
      pair.area === 'cable' &&
      every(
        pair,
        (cell, theirs, ours) => cell === 'length' && Math.round(Number(theirs) * 100) === Number(ours),
      ),
  },
  {
    id: 'series',
    text: 'We say the model as the device prints it; the other system its series or a name of its own.',
    fits: pair =>
      pair.area === 'system' &&
      pair.cells.length > 0 &&
      every(
        pair,
        (cell, theirs, ours) =>
          cell === 'model' &&
          ours !== '' &&
          (says(pair.text, ours) || squeezed(ours).includes(squeezed(theirs))),
      ),
  },
  {
    id: 'no-text',
    text: 'The port has no description: we say so, the other system writes "None" or dashes.',
    fits: pair =>
      every(
        pair,
        (cell, theirs, ours) => cell === 'description' && /^(?:none|-+)$/i.test(theirs) && ours === '',
      ),
  },
  {
    id: 'link-only',
    text: "The line tells the link alone, or less: whether the port is shut it does not say. The other system's word is of the link, or of flags of the driver.",
    fits: pair =>
      pair.area === 'ports' &&
      every(pair, (cell, _theirs, ours) => (cell === 'admin_state' || cell === 'oper_status') && ours === ''),
  },
  {
    id: 'overlooked',
    text: 'The device prints a MAC address here that the other system does not read.',
    fits: ({ area, theirs, ours, cells, text }) =>
      area === 'ports' &&
      theirs !== null &&
      cells.length === 1 &&
      cells[0] === 'mac_address' &&
      says(text, ours?.['mac_address']),
  },
  {
    id: 'elsewhere',
    text: 'What the other system says does not stand in this output: it has it of SNMP, of another command or of its own making.',
    fits: pair => every(pair, (_cell, theirs) => theirs !== '' && !says(pair.text, theirs)),
  },
  {
    id: 'more-words',
    text: 'The same with words behind or before it that are no part of a version.',
    fits: pair =>
      pair.area === 'system' &&
      every(
        pair,
        (cell, theirs, ours) =>
          cell === 'version' && ours !== '' && squeezed(theirs).includes(squeezed(ours)),
      ),
  },
  {
    id: 'members',
    text: 'A stack prints several models and serial numbers: we say those of the first member, the other system all.',
    fits: pair =>
      pair.area === 'system' &&
      (every(pair, (_cell, theirs, ours) => ours !== '' && squeezed(theirs).startsWith(squeezed(ours))) ||
        (pair.ours === null && says(pair.text, pair.theirs?.['serial_num']))),
  },
  {
    id: 'two-addresses',
    text: 'The device prints a base MAC and one of each member; the other system takes that of the member.',
    fits: pair =>
      pair.area === 'system' &&
      every(pair, (cell, _theirs, ours) => cell === 'mac_addr' && says(pair.text, ours)),
  },
  {
    id: 'cut-in-two',
    text: 'The console cut a cell over several lines: we join them, the other system keeps the first part or puts a comma between.',
    fits: pair =>
      every(
        pair,
        (_cell, theirs, ours) =>
          ours !== '' && (squeezed(theirs) === squeezed(ours) || squeezed(ours).startsWith(squeezed(theirs))),
      ),
  },
  {
    id: 'several-lines',
    text: 'A description of several lines: we keep the first, the other system all.',
    fits: pair =>
      every(
        pair,
        (cell, theirs, ours) =>
          (cell === 'sys_descr' && ours !== '' && squeezed(theirs).startsWith(squeezed(ours))) ||
          (cell === 'mgmt_address' && ours === '' && !/^[\d.]+$/.test(theirs)),
      ),
  },
  {
    id: 'vlan-and-port',
    text: 'The table names the VLAN and the port behind it: we say the VLAN, and the forwarding table the port; the other system both in one word.',
    fits: pair =>
      pair.area === 'arp' &&
      every(pair, (cell, theirs, ours) => cell === 'interface' && theirs.startsWith(`${ours},`)),
  },
  {
    id: 'no-address',
    text: "The neighbour's management address is a MAC or another kind than IP: we say null.",
    fits: pair =>
      every(pair, (cell, theirs, ours) => cell === 'mgmt_address' && ours === '' && !/^[\d.]+$/.test(theirs)),
  },
  {
    id: 'short-list',
    text: 'The list shortens names and ids to their first part, or gives an id as octets; the other system has the whole of another command.',
    fits: pair =>
      pair.area === 'lldp' &&
      every(
        pair,
        (cell, _theirs, ours) =>
          (cell === 'sys_name' && ours.endsWith('...')) ||
          (cell === 'port_id' && parseMac(ours) !== null && says(pair.text, ours)),
      ),
  },
  {
    id: 'their-slip',
    text: 'A slip of the other system: the next line, or a part of the word, taken for the value.',
    fits: pair =>
      every(
        pair,
        (cell, theirs, ours) =>
          (cell === 'sys_name' && theirs.startsWith('System Descr')) ||
          (cell === 'chassis_id' && ours !== '' && ours.startsWith(theirs)) ||
          (cell === 'port_id' && squeezed(ours).endsWith(squeezed(theirs))),
      ) ||
      (pair.area === 'ports' && String(pair.theirs?.['port'] ?? '').endsWith(':')),
  },
  {
    id: 'other-port',
    text: 'The recording holds the answer about another port in its place.',
    fits: pair =>
      pair.area === 'lldp' &&
      pair.source === 'noc' &&
      (pair.ours === null
        ? !says(pair.text, `Local Port : ${String(pair.theirs?.['port'])} `)
        : pair.theirs === null && says(pair.text, `Local Port : ${String(pair.ours['port'])} `)),
  },
]

export const reasonOf = (pair: Differing): string | null => reasons.find(({ fits }) => fits(pair))?.id ?? null
