import type { DeviceType, Model } from '@linecard/driver-kit'
import { ios } from '../families/index.ts'

export const cisco = '1.3.6.1.4.1.9'
/** Node ciscoProducts of CISCO-PRODUCTS-MIB. */
export const products = `${cisco}.1`

/** CISCO-IMAGE-MIB: the seventh line is `CW_SYSDESCR$…`, sysDescr as the maker wrote it. */
const imageText = `${cisco}.9.25.1.1.1.2.7`

/**
 * The series comes from sysDescr, as the name of the software image: sysObjectID has a separate number for
 * each of thousands of products.
 */
const byImage = (type: DeviceType, key: string, name: string, image: RegExp): Model => ({
  key: `cisco_${key}`,
  name: `Cisco ${name}`,
  type,
  family: ios,
  detect: [
    { objectId: products, descr: image },
    { objectId: products, probe: { oid: imageText, matches: image } },
  ],
})
/**
 * sysDescr: `Cisco IOS Software, C2960X Software (C2960X-UNIVERSALK9-M), Version …`. Older software: `IOS
 * (tm) C2950 Software (…)`.
 */
const named = (type: DeviceType, key: string, name: string, image: string): Model =>
  byImage(type, key, name, new RegExp(`(?:, |\\(tm\\) )${image} Software \\(`))

const software = /\b(?:Cisco IOS|IOS[ -]XE|IOS \(tm\)|Internetwork Operating System)\b/

export const iosModels: readonly Model[] = [
  named('SWITCH', 'catalyst_2940', 'Catalyst 2940', 'C2940'),
  named('SWITCH', 'catalyst_2950', 'Catalyst 2950', 'C2950'),
  named('SWITCH', 'catalyst_2960', 'Catalyst 2960', 'C2960C?'),
  named('SWITCH', 'catalyst_2960s', 'Catalyst 2960-S', 'C2960S'),
  named('SWITCH', 'catalyst_2960x', 'Catalyst 2960-X', 'C2960X'),
  named('SWITCH', 'catalyst_2960l', 'Catalyst 2960-L', 'C2960L'),
  named('SWITCH', 'catalyst_2960cx', 'Catalyst 2960-CX', 'C2960CX'),
  named('SWITCH', 'catalyst_3500xl', 'Catalyst 2900XL, 3500XL', 'C(?:2900|3500)XL'),
  named('L3', 'catalyst_3550', 'Catalyst 3550', 'C3550'),
  named('L3', 'catalyst_3560', 'Catalyst 3560', 'C3560[CE]?'),
  named('L3', 'catalyst_3560cx', 'Catalyst 3560-CX', 'C3560CX'),
  named('L3', 'catalyst_3750', 'Catalyst 3750', 'C3750[EX]?'),
  byImage('L3', 'catalyst_3850', 'Catalyst 3650, 3850', /\(CAT3K_CAA-/),
  // The Catalyst 4900 series runs the software of the Catalyst 4500.
  byImage('L3', 'catalyst_4500', 'Catalyst 4500, 4900', /\(cat4[59]00/),
  byImage('L3', 'catalyst_6500', 'Catalyst 6500', /\b(?:s72033|s3223|s2t54|c6sup\w*)_rp\b/),
  byImage('L3', 'catalyst_6800', 'Catalyst 6800', /\bs6t64_rp\b/),
  byImage('L3', 'catalyst_9000', 'Catalyst 9000', /\(CAT9K_IOSXE\b/),
  byImage('L3', 'catalyst_9200', 'Catalyst 9200', /\(CAT9K_LITE_IOSXE\b/),
  named('SWITCH', 'ie2000', 'IE 2000', 'IE2000U?'),
  named('SWITCH', 'ie3000', 'IE 3000', 'IES'),
  named('L3', 'ie4000', 'IE 4000', 'IE4[0-9]{3}'),
  named('L3', 'ie3x00', 'IE 3x00', 'IE3x00'),
  named('SWITCH', 'me3400', 'ME 3400', 'ME340x'),
  named('L3', 'me3600x', 'ME 3600X, 3800X', 'ME3[68]0[0x]X?'),
  named('ROUTER', '800', '800 series router', '(?:C8[0-9]{2}|C800)'),
  named('ROUTER', '1800', '1800 series router', '1[78][04]1'),
  named('ROUTER', '1900', '1900 series router', 'C1900'),
  named('ROUTER', '2600', '2600 series router', 'C2600'),
  named('ROUTER', '2800', '2800 series router', '2800'),
  named('ROUTER', '2900', '2900 series router', 'C29(?:00|51)'),
  named('ROUTER', '3600', '3600 series router', '3600'),
  named('ROUTER', '3700', '3700 series router', '3700'),
  named('ROUTER', '3800', '3800 series router', '3800'),
  named('ROUTER', '3900', '3900 series router', 'C3900e?'),
  named('ROUTER', '7200', '7200 series router', '7200'),
  byImage('ROUTER', '7600', '7600 series router', /\bc7600\w*_rp\b/),
  named('ROUTER', 'asr900', 'ASR 900', 'ASR900'),
  named('ROUTER', 'asr920', 'ASR 920', 'ASR920'),
  named('ROUTER', 'asr1000', 'ASR 1000', 'ASR1000'),
  named('ROUTER', 'csr1000v', 'CSR 1000V', 'Virtual XE'),
  byImage('ROUTER', 'isr', 'ISR 1000, 4000', /, ISR Software \(X86_64/),
  byImage('ROUTER', 'isr_arm', 'ISR 1000, IR1101', /, ISR Software \(ARMV8/),
  byImage('ROUTER', 'catalyst_8000', 'Catalyst 8000', /, c8000\w* Software/),
  byImage('ROUTER', 'wlc_5700', 'wireless controller 5700', /\(CT57\d\d-/),
  byImage('ROUTER', 'wlc_9800', 'Catalyst 9800 wireless controller', /\(C9800_IOSXE\b/),
  {
    key: 'cisco_ios',
    name: 'Cisco device (IOS, IOS XE)',
    type: 'L3',
    family: ios,
    detect: [
      { objectId: cisco, descr: software },
      { objectId: cisco, probe: { oid: imageText, matches: software } },
    ],
  },
]
