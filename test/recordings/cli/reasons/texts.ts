import { parseMac } from '@linecard/driver-kit/codecs'
import { every, says, squeezed, type Reason } from './reason.ts'

/** Whether the output is about a port: its whole name, not the beginning of another one. */
const isAbout = (text: string, port: unknown): boolean =>
  text.split('\n').some(line => squeezed(line) === squeezed(`Local Port : ${String(port)}`))

/** Differences in texts: models, versions, descriptions, names of ports and neighbours. */
export const textReasons: readonly Reason[] = [
  {
    id: 'series',
    text: 'We give the model as the device prints it; the other system its series or another name.',
    fits: pair =>
      pair.area === 'system' &&
      pair.cells.length > 0 &&
      every(pair, (cell, theirs, ours) => cell === 'model' && theirs !== '' && says(pair.text, ours)),
  },
  {
    id: 'no-text',
    text: 'The port has no description: we answer null, the other system "None" or dashes.',
    fits: pair =>
      every(
        pair,
        (cell, theirs, ours) => cell === 'description' && /^(?:none|-+)$/i.test(theirs) && ours === '',
      ),
  },
  {
    id: 'link-only',
    text:
      'The line gives the state of the link only, or less, but not the admin state. ' +
      'The other system takes it from the link or from flags of its driver.',
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
    text:
      'The value is not in this output, and ours is or is null: the other system has it from SNMP, from ' +
      'another command, or makes it.',
    fits: pair =>
      every(
        pair,
        (_cell, theirs, ours) =>
          theirs !== '' && !says(pair.text, theirs) && (ours === '' || says(pair.text, ours)),
      ),
  },
  {
    id: 'more-words',
    text: 'The same version with more words around it.',
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
    text:
      'A stack prints several models and serial numbers: we give those of the first member, ' +
      'the other system gives all.',
    fits: pair =>
      pair.area === 'system' &&
      (every(pair, (_cell, theirs, ours) => ours !== '' && squeezed(theirs).startsWith(squeezed(ours))) ||
        (pair.ours === null && says(pair.text, pair.theirs?.['serial_num']))),
  },
  {
    id: 'two-addresses',
    text: 'The device prints a base MAC and one for each member; the other system takes that of the member.',
    fits: pair =>
      pair.area === 'system' &&
      every(pair, (cell, _theirs, ours) => cell === 'mac_addr' && says(pair.text, ours)),
  },
  {
    id: 'cut-in-two',
    text:
      'The console broke a cell over several lines: we join them, ' +
      'the other system keeps the first part or puts a comma between.',
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
    text:
      'The table names the VLAN and the port behind it: we give the VLAN, and the FDB gives the port; ' +
      'the other system gives both in one word.',
    fits: pair =>
      pair.area === 'arp' &&
      every(pair, (cell, theirs, ours) => cell === 'interface' && theirs.startsWith(`${ours},`)),
  },
  {
    id: 'no-address',
    text: 'The management address of the neighbour is a MAC address or another kind than IP: we answer null.',
    fits: pair =>
      every(pair, (cell, theirs, ours) => cell === 'mgmt_address' && ours === '' && !/^[\d.]+$/.test(theirs)),
  },
  {
    id: 'short-list',
    text:
      'The list shortens names and ids, or gives an id as octets; ' +
      'the other system has the whole value from another command.',
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
    text: 'A mistake of the other system: it takes the next line, or a part of the word, as the value.',
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
    text: 'The recording holds the answer about another port.',
    fits: pair =>
      pair.area === 'lldp' &&
      pair.source === 'noc' &&
      (pair.ours === null
        ? !isAbout(pair.text, pair.theirs?.['port'])
        : pair.theirs === null && isAbout(pair.text, pair.ours['port'])),
  },
]
