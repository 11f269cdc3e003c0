import type { Model } from '@linecard/driver-kit'
import { aos, aosNext, omnistackLs, standard } from './families.ts'
import { timos } from './timos.ts'

const alcatel = '1.3.6.1.4.1.6486'
/** Enterprise of Timetra. Alcatel, later Nokia, took over its routers and its SR OS (TiMOS). */
const timetra = '1.3.6.1.4.1.6527'

/** sysDescr of SR OS names the series: `TiMOS-C-23.10.R3 cpm/hops64 Nokia 7750 SR Copyright …`. */
const router = (key: string, name: string, descr: RegExp): Model => ({
  key: `nokia_${key}`,
  name: `Nokia ${name}`,
  type: 'ROUTER',
  family: timos,
  detect: { objectId: timetra, descr },
})
/** The node below Alcatel's enterprise says which software runs: 800 is AOS 6, 801 is AOS 7 and 8. */
const omniSwitch =
  (family: typeof aos, node: number) =>
  (series: string): Model => ({
    key: `alcatel_os${series}`,
    name: `Alcatel-Lucent OmniSwitch ${series}`,
    type: 'SWITCH',
    family,
    detect: { objectId: `${alcatel}.${node}`, descr: new RegExp(`\\bOS${series}`) },
  })

export const models: readonly Model[] = [
  {
    key: 'alcatel_general_switch',
    name: 'Alcatel OmniStack LS',
    type: 'SWITCH',
    family: omnistackLs,
    detect: { objectId: `${alcatel}.800.1.1.2.2` },
  },
  ...['6250', '6350', '6400', '6450', '6850', '6855'].map(omniSwitch(aos, 800)),
  ...['6360', '6465', '6560', '6860', '6865', '6900', '9900'].map(omniSwitch(aosNext, 801)),
  {
    key: 'alcatel_omniswitch_aos6',
    name: 'Alcatel-Lucent OmniSwitch (AOS 6)',
    type: 'SWITCH',
    family: aos,
    detect: { objectId: `${alcatel}.800` },
  },
  {
    key: 'alcatel_omniswitch',
    name: 'Alcatel-Lucent OmniSwitch',
    type: 'SWITCH',
    family: aosNext,
    detect: { objectId: alcatel },
  },
  // Photonic service switches have the enterprise of Tropic Networks, which Alcatel took over.
  {
    key: 'nokia_1830',
    name: 'Nokia 1830 PSS, PSD, VWM',
    type: 'SWITCH',
    family: standard,
    detect: { objectId: '1.3.6.1.4.1.7483' },
  },
  router('7750_sr', '7750 SR', /\b7750 SR\b/),
  router('7705_sar', '7705 SAR', /\b7705 SAR\b/),
  router('7250_ixr', '7250 IXR', /\b7250 IXR\b/),
  router('7450_ess', '7450 ESS', /\b(?:ESS 7450|7450 ESS)\b/),
  router('7210_sas', '7210 SAS', /\bSAS-[^(]{1,40}(?:\([^)]{1,20}\) )?7210\b/),
  {
    key: 'nokia_srlinux',
    name: 'Nokia SR Linux',
    type: 'ROUTER',
    family: standard,
    detect: [{ objectId: `${timetra}.1.20` }, { objectId: timetra, descr: /\bSR ?Linux/i }],
  },
  {
    key: 'nokia_router',
    name: 'Nokia router',
    type: 'ROUTER',
    family: standard,
    detect: { objectId: timetra },
  },
  {
    key: 'nokia_timos',
    name: 'Nokia SR OS router',
    type: 'ROUTER',
    family: timos,
    // TIMETRA-CHASSIS-MIB, for a sysDescr that an operator has replaced.
    detect: [
      { objectId: timetra, descr: /\bTiMOS\b/ },
      { objectId: timetra, rows: `${timetra}.3.1.2.2` },
    ],
  },
]
