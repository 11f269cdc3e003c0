import { between } from '../random.ts'
import { type Timeline, timeline } from './timeline.ts'

/** A BGP neighbour. Its session is up while it is enabled and `established` says so. */
export interface Peer {
  local: string
  remote: string
  as: number
  routerId: string
  enabled: boolean
  established: Timeline<boolean>
}

const minuteMs = 60_000

/** A peer whose session lasts 1 to 15 hours and is then down for up to 3 minutes. */
export const createPeer = (
  { local, remote, as }: { local: string; remote: string; as: number },
  seed: string,
  startMs: number,
): Peer => ({
  local,
  remote,
  as,
  routerId: remote,
  enabled: true,
  established: timeline<boolean>(
    startMs,
    seed,
    (previous, next) =>
      previous === true
        ? { state: false, forMs: between(next, 20_000, 3 * minuteMs) }
        : { state: true, forMs: between(next, 60 * minuteMs, 900 * minuteMs) },
    Boolean,
  ),
})
