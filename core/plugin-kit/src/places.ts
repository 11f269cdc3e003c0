import type { Coordinates } from './search.ts'

const radius = 6_371_008.8
const rad = (degrees: number) => (degrees * Math.PI) / 180
const deg = (radians: number) => (radians * 180) / Math.PI

/** Metres between two places on a sphere (haversine; at most 0.6 % from the ellipsoid). */
export function distanceOf(a: Coordinates, b: Coordinates): number {
  const half =
    Math.sin(rad(b.lat - a.lat) / 2) ** 2 +
    Math.cos(rad(a.lat)) * Math.cos(rad(b.lat)) * Math.sin(rad(b.lon - a.lon) / 2) ** 2
  return 2 * radius * Math.asin(Math.min(1, Math.sqrt(half)))
}

/** Sides in degrees. `west` is never above `east`. */
export interface Box {
  west: number
  south: number
  east: number
  north: number
}

/**
 * Boxes in degrees that together contain the circle, for an index: two boxes if it crosses the date line; all
 * longitudes if it contains a pole.
 */
export function boxesOf({ lat, lon }: Coordinates, distance_m: number): Box[] {
  const angle = (distance_m / radius) * 1.000_001
  const [south, north] = [lat - deg(angle), lat + deg(angle)]
  if (south <= -90 || north >= 90)
    return [{ west: -180, south: Math.max(-90, south), east: 180, north: Math.min(90, north) }]
  const wide = deg(Math.asin(Math.min(1, Math.sin(angle) / Math.cos(rad(lat)))))
  const [west, east] = [lon - wide, lon + wide]
  if (west < -180)
    return [
      { west: west + 360, south, east: 180, north },
      { west: -180, south, east, north },
    ]
  if (east > 180)
    return [
      { west, south, east: 180, north },
      { west: -180, south, east: east - 360, north },
    ]
  return [{ west, south, east, north }]
}
