import type { Settings } from '../settings.ts'
import type { ActionLog } from './action-log.ts'
import type { AskedPolls } from './asked-polls.ts'
import type { Auth, SignInBlocks } from './auth.ts'
import type { Configurations } from './configurations.ts'
import type { DeviceMessages } from './device-messages.ts'
import type { Devices } from './devices.ts'
import type { CallLogService, Equipment } from './equipment.ts'
import type { Installation } from './installation.ts'
import type { Intake } from './intake.ts'
import type { Interfaces } from './interfaces.ts'
import type { Jobs } from './jobs.ts'
import type { NetworkEvents } from './network-events.ts'
import type { OnuTrends, StoredOnus } from './onus.ts'
import type { AddressHolders, OnuLight } from './outages.ts'
import type { Panel } from './panel.ts'
import type { People } from './people.ts'
import type { Ping } from './ping.ts'
import type { LinkedPorts, TaggedPorts } from './ports.ts'
import type { Reachability } from './reachability.ts'
import type { MacroPreparation, RegistrationStage, WaitingOnus } from './rehearsed.ts'
import type { SeriesRules } from './series-rules.ts'
import type { Series } from './series.ts'
import type { Transfer } from './transfer.ts'
import type { WorkGroups } from './work-groups.ts'
import type { Work } from './work.ts'

export * from './action-log.ts'
export * from './asked-polls.ts'
export * from './auth.ts'
export * from './configurations.ts'
export * from './device-messages.ts'
export * from './devices.ts'
export * from './equipment.ts'
export * from './guarded.ts'
export * from './holds.ts'
export * from './installation.ts'
export * from './intake.ts'
export * from './interfaces.ts'
export * from './jobs.ts'
export * from './network-events.ts'
export * from './onus.ts'
export * from './outages.ts'
export * from './panel.ts'
export * from './people.ts'
export * from './ping.ts'
export * from './ports.ts'
export * from './reachability.ts'
export * from './rehearsed.ts'
export * from './series-rules.ts'
export * from './series.ts'
export * from './stored-answers.ts'
export * from './sweep.ts'
export * from './target.ts'
export * from './transfer.ts'
export * from './work-groups.ts'
export * from './work.ts'

/** Services that plugins offer each other. A plugin adds its own by declaration merging. */
export interface Services {
  equipment: Equipment
  devices: Devices
  intake: Intake
  interfaces: Interfaces
  onus: StoredOnus
  'onu-trends': OnuTrends
  'network-events': NetworkEvents
  'onu-light': OnuLight
  'address-holders': AddressHolders
  auth: Auth
  'sign-in-blocks': SignInBlocks
  installation: Installation
  jobs: Jobs
  settings: Settings
  panel: Panel
  people: People
  ping: Ping
  reachability: Reachability
  series: Series
  'series-rules': SeriesRules
  transfer: Transfer
  work: Work
  'work-groups': WorkGroups
  'asked-polls': AskedPolls
  'interface-marks': TaggedPorts
  links: LinkedPorts
  macros: MacroPreparation
  'onts-registration': RegistrationStage
  'waiting-onus': WaitingOnus
  'action-log': ActionLog
  'call-log': CallLogService
  'device-messages': DeviceMessages
  configurations: Configurations
}
