import { alone, every, says, type Reason } from './reason.ts'

/** Differences in VLANs, MAC tables, ARP and cable tests. */
export const tableReasons: readonly Reason[] = [
  {
    id: 'internal-vlans',
    text: 'VLANs 1002 to 1005 (FDDI, Token Ring): the device lists them, the other system does not.',
    fits: pair =>
      pair.area === 'vlans' && Number(alone(pair)?.['id']) >= 1002 && Number(alone(pair)?.['id']) <= 1005,
  },
  {
    id: 'own-addresses',
    text: 'An entry of the device itself or a static entry: the other system leaves it out.',
    fits: pair =>
      pair.area === 'fdb' &&
      alone(pair) !== null &&
      alone(pair)!['status'] !== 'LEARNED' &&
      says(pair.text, alone(pair)!['mac_address']),
  },
  {
    id: 'asked-for-less',
    text: 'The recorded script asked for one port or VLAN; the command printed all.',
    fits: pair =>
      pair.source === 'noc' &&
      pair.area === 'fdb' &&
      pair.platform === 'zyxel' &&
      alone(pair) !== null &&
      says(pair.text, alone(pair)!['mac_address']),
  },
  {
    id: 'left-out',
    text:
      'A row of the recorded text that the other system leaves out ' +
      '(logical ports, entries without port, VLANs without ports).',
    fits: pair =>
      (pair.area === 'ports' &&
        says(pair.text, alone(pair)?.['port']) &&
        /\d/.test(String(alone(pair)?.['port']))) ||
      (pair.area === 'arp' && says(pair.text, alone(pair)?.['ip'])) ||
      (pair.area === 'vlans' && pair.source === 'noc' && says(pair.text, alone(pair)?.['id'])) ||
      (pair.area === 'cable' &&
        says(pair.text, alone(pair)?.['port']) &&
        (alone(pair)?.['status'] === 'NotSupported' || alone(pair)?.['status'] === 'Unknown')),
  },
  {
    id: 'made-name',
    text: 'The output gives no name for the VLAN; the other system makes one from its number.',
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
    text: 'The device gives one result for the whole cable, and so do we; the other system makes four pairs.',
    fits: ({ area, theirs, ours }) => area === 'cable' && ours === null && Number(theirs?.['pair']) > 1,
  },
  {
    id: 'no-length',
    text: 'The device gives no length: we answer null, the other system 0.',
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
    text:
      'The other system has one word for pairs that were not tested, are not supported, ' +
      'have no cable or an unknown state.',
    fits: pair =>
      pair.area === 'cable' &&
      every(pair, (cell, theirs) =>
        cell === 'length' ? Number(theirs) === 0 : theirs === 'NotTested' || theirs === 'Unknown',
      ),
  },
  {
    id: 'wrong-unit',
    text: 'The device prints metres; the other system reads the number as centimetres.',
    fits: pair =>
      pair.area === 'cable' &&
      every(
        pair,
        (cell, theirs, ours) => cell === 'length' && Math.round(Number(theirs) * 100) === Number(ours),
      ),
  },
]
