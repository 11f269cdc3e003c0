import type { ResultOf } from '@linecard/driver-kit'
import {
  cardList,
  interfaceDescriptions,
  interfacesList,
  linkInfo,
  ponOntsConfiguration,
  ponOntsMacAddr,
  ponOntsSerial,
  ponOntsStatus,
  ponOntsVendor,
  ponPortsList,
  ponProfiles,
  pvid,
  system,
  unregisteredOnts,
  vlans,
} from '@linecard/driver-kit/modules'

/** The modules whose stored answers make a copy. */
export const copiedModules = [
  system,
  interfacesList,
  linkInfo,
  interfaceDescriptions,
  vlans,
  pvid,
  ponPortsList,
  cardList,
  ponOntsStatus,
  ponOntsSerial,
  ponOntsMacAddr,
  ponOntsVendor,
  ponOntsConfiguration,
  unregisteredOnts,
  ponProfiles,
] as const

/** Answers by the names of modules. Absent: nothing is stored. */
export interface StoredAnswers {
  system?: ResultOf<typeof system>
  interfaces_list?: ResultOf<typeof interfacesList>
  link_info?: ResultOf<typeof linkInfo>
  interface_descriptions?: ResultOf<typeof interfaceDescriptions>
  vlans?: ResultOf<typeof vlans>
  pvid?: ResultOf<typeof pvid>
  pon_ports_list?: ResultOf<typeof ponPortsList>
  card_list?: ResultOf<typeof cardList>
  pon_onts_status?: ResultOf<typeof ponOntsStatus>
  pon_onts_serial?: ResultOf<typeof ponOntsSerial>
  pon_onts_mac_addr?: ResultOf<typeof ponOntsMacAddr>
  pon_onts_vendor?: ResultOf<typeof ponOntsVendor>
  pon_onts_configuration?: ResultOf<typeof ponOntsConfiguration>
  unregistered_onts?: ResultOf<typeof unregisteredOnts>
  pon_profiles?: ResultOf<typeof ponProfiles>
}

/** What is known of a device, as plain data. */
export interface StoredDevice {
  name: string
  /** The maker: id of its driver, e.g. `zte`. */
  maker: string
  /** Name of the model, e.g. `ZTE C320 (FW 2.1)`. */
  model: string
  answers: StoredAnswers
}

/** Something that the copy does not have, and why. */
export interface NotCopied {
  what: string
  why: string
}
