import type { OltModel, SimulatedOlt } from '../../olt/olt.ts'

/** Kinds of profiles, and the section of the configuration that has them. */
export const profileSections = {
  tcont: 'profile tcont',
  traffic: 'profile traffic',
  vlan: 'onu profile vlan',
  line: 'onu-profile line',
  remote: 'onu-profile remote',
} as const
export type ProfileKind = keyof typeof profileSections

const drawn: Readonly<Record<ProfileKind, readonly string[]>> = {
  tcont: ['default type 1 fixed 10000', 'UP-100M type 4 maximum 102400', 'UP-1G type 4 maximum 1024000'],
  traffic: ['UP-100M', 'DOWN-100M', 'DOWN-1G'].map(name => `${name} ${speeds(name)}`),
  vlan: ['INTERNET tag-mode tag cvlan 100', 'IPTV tag-mode tag cvlan 200', 'VOIP tag-mode tag cvlan 300'],
  line: ['LINE-INTERNET', 'LINE-TRIPLE'],
  remote: ['SRV-BRIDGE', 'SRV-ROUTER'],
}
function speeds(name: string): string {
  const kbps = name.endsWith('1G') ? 1_024_000 : 102_400
  return `sir ${kbps} pir ${kbps}`
}

/** Adds a profile, or changes it. `text` begins with its name. */
export function setProfile({ configuration }: SimulatedOlt, kind: ProfileKind, text: string): void {
  configuration.set(profileSections[kind], text.split(' ')[0]!, text)
}
export const hasProfile = ({ configuration }: SimulatedOlt, kind: ProfileKind, name: string): boolean =>
  configuration.has(profileSections[kind], name)

/** Texts of the profiles of a kind: the name, and its settings. */
export const profilesOf = ({ configuration }: SimulatedOlt, kind: ProfileKind): string[] =>
  configuration.lines(profileSections[kind]).toSorted()

export function drawProfiles(olt: SimulatedOlt): void {
  for (const [kind, texts] of Object.entries(drawn) as [ProfileKind, readonly string[]][])
    for (const text of texts) setProfile(olt, kind, text)
}

type Profiles = Parameters<NonNullable<OltModel['useProfiles']>>[1]
type StoredProfile = NonNullable<Profiles['traffic']>[number]

/** The settings of a profile as its line has them; what is not told is made up. */
const settings: Readonly<Record<ProfileKind, (profile: StoredProfile) => string>> = {
  tcont: ({ _pir: pir }) => ` type 4 maximum ${pir ?? 102_400}`,
  traffic: ({ _cir: cir, _pir: pir }) => ` sir ${cir ?? 102_400} pir ${pir ?? cir ?? 102_400}`,
  vlan: ({ pvid }) => ` tag-mode tag cvlan ${pvid ?? 1}`,
  line: () => '',
  remote: () => '',
}

/** Replaces the profiles of each kind that is told. */
export function useProfiles(olt: SimulatedOlt, profiles: Profiles): void {
  for (const kind of Object.keys(profileSections) as ProfileKind[]) {
    const list = profiles[kind]
    if (!list) continue
    olt.configuration.remove(profileSections[kind])
    for (const one of list) setProfile(olt, kind, `${one.name}${settings[kind](one)}`)
  }
}
