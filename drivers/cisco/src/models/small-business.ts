import type { Detect, Model } from '@linecard/driver-kit'
import { smallBusiness, standard } from '../families/index.ts'
import { cisco, products } from './ios.ts'

/** Enterprise of Linksys. Its switches became the small business series of Cisco. */
const linksys = '1.3.6.1.4.1.3955'
const switches = `${cisco}.6.1`

const model = (key: string, name: string, detect: Detect | readonly Detect[]): Model => ({
  key: `cisco_${key}`,
  name: `Cisco ${name}`,
  type: 'SWITCH',
  family: smallBusiness,
  detect,
})
/** sysDescr starts with the product name: `SG350-10 10-Port Gigabit Managed Switch`. */
const series = (key: string, name: string, descr: RegExp): Model =>
  model(key, name, { objectId: switches, descr })

export const smallBusinessModels: readonly Model[] = [
  series('sg200', 'SF200, SG200', /^S[FG]200[-E]/),
  series('sg220', 'SF220, SG220', /^S[FG]220-/),
  series('sg250', 'SF250, SG250', /^S[FG]250[-X]/),
  series('sg300', 'SF300, SG300', /^S[FG]300-/),
  series('sg350', 'SF350, SG350', /^S[FG]350-/),
  series('sg350x', 'SG350X', /^S[FGX]350XG?-/),
  series('sg500', 'SF500, SG500', /^S[FG]500-/),
  series('sg500x', 'SG500X', /^SG500XG?-/),
  series('sg550x', 'SF550X, SG550X', /^S[FG]550X-/),
  series('sg550xg', 'SG550XG, SX550X', /^(?:SG550XG|SX550X)-/),
  model('sge2000', 'SFE2000, SGE2000', { objectId: `${switches}.72` }),
  // sysDescr does not contain a product name.
  model('cbs220', 'CBS220', { objectId: `${switches}.1010` }),
  series('cbs250', 'CBS250', /^CBS250-/),
  series('cbs350', 'CBS350', /^CBS350-/),
  // These are the same series under a new name. Their numbers are in the tree of IOS devices.
  model('catalyst_1200', 'Catalyst 1200', { objectId: products, descr: /^Catalyst 1200 Series/ }),
  model('catalyst_1300', 'Catalyst 1300', { objectId: products, descr: /^Catalyst 1300 Series/ }),
  {
    ...model('esw500', 'ESW 500', {
      objectId: [1058, 1059, 1060, 1061, 1062, 1063, 1064, 1176, 1177].map(number => `${products}.${number}`),
    }),
    family: standard,
  },
  // The numbers of the time before Cisco sold Linksys.
  { ...model('srw', 'SRW, Linksys', { objectId: `${linksys}.6` }), family: standard },
  // SLM2008 and its siblings: the agent's number differs, so their name decides.
  {
    ...model('slm', 'SLM, Linksys', [
      { objectId: [cisco, linksys, `${linksys}.6`, switches], descr: /^(?:Cisco |Linksys )?SLM\d{3,4}/ },
      { descr: /^(?:Cisco |Linksys )?SLM\d{3,4}/ },
    ]),
    family: standard,
  },
  {
    ...model('rv_router', 'RV router', [
      { objectId: cisco, descr: /^Linux, Cisco RV\d/ },
      { objectId: switches, descr: /^Linux, Cisco RV\d/ },
    ]),
    type: 'ROUTER',
    family: standard,
  },
  {
    key: 'cisco_general_switch_sg',
    name: 'Cisco Switch',
    type: 'SWITCH',
    family: smallBusiness,
    detect: { objectId: `${cisco}.6` },
  },
]
