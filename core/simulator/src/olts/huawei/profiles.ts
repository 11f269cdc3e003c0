/** A profile that the OLT has: its number, its name, and the GEM ports of a line profile. */
export interface Profile {
  id: number
  name: string
  gems: readonly number[]
}
export type ProfileKind = 'line' | 'service'

/** The profiles of every living OLT. GEM port 1 is for Internet, 2 for TV, 3 for voice. */
export const profiles: Readonly<Record<ProfileKind, readonly Profile[]>> = {
  line: [
    { id: 0, name: 'line-profile_default_0', gems: [] },
    { id: 10, name: 'LINE-INTERNET', gems: [1] },
    { id: 20, name: 'LINE-TRIPLE', gems: [1, 2, 3] },
  ],
  service: [
    { id: 0, name: 'srv-profile_default_0', gems: [] },
    { id: 10, name: 'SRV-BRIDGE', gems: [] },
    { id: 20, name: 'SRV-ROUTER', gems: [] },
  ],
}

/** A profile by what was typed: `id` and its number, or `name` and its name. */
export const profileOf = (kind: ProfileKind, by: 'id' | 'name', text: string): Profile | undefined =>
  profiles[kind].find(({ id, name }) => (by === 'id' ? String(id) === text : name === text))
export const profileNamed = (kind: ProfileKind, name: string): Profile =>
  profileOf(kind, 'name', name) ?? profiles[kind][0]!
