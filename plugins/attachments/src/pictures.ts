import sharp, { type Sharp, type SharpOptions } from 'sharp'
import { fail } from './errors.ts'
import { gateOf } from './gate.ts'
import type { MediaType } from './kinds.ts'

// Files are read once: a cache would only hold memory. One thread a picture, and few pictures at once, leave
// the machine to requests.
sharp.cache(false)
sharp.concurrency(1)
const gate = gateOf(2)

const formats: Readonly<Record<string, { name: string; write(picture: Sharp): Sharp }>> = {
  'image/png': { name: 'png', write: picture => picture.png() },
  'image/jpeg': { name: 'jpeg', write: picture => picture.jpeg({ quality: 90 }) },
  'image/webp': { name: 'webp', write: picture => picture.webp({ quality: 90 }) },
  'image/gif': { name: 'gif', write: picture => picture.gif() },
}

export const THUMBNAIL = { size: 320, type: 'image/webp' } as const

const explained = (error: unknown, limit: number): unknown => {
  const message = error instanceof Error ? error.message : ''
  if (/pixel limit|^timeout/i.test(message)) return fail('ATTACHMENTS_IMAGE_TOO_LARGE', { limit })
  if (/system error: (no space left|disk quota|file too large)/i.test(message))
    return fail('ATTACHMENTS_STORAGE_FULL')
  if (/system error:/.test(message)) return fail('ATTACHMENTS_STORAGE_FAILED')
  return fail('ATTACHMENTS_IMAGE_BROKEN')
}

export interface Size {
  width: number
  height: number
}

/**
 * Writes a picture anew, upright and without metadata, and a small one of its first frame. What hides behind
 * or inside the original is not in the new one. The header is judged before anything is decoded.
 * @throws ApiError when it is too large, damaged or not what its type says
 */
export const redraw = (
  from: string,
  type: MediaType,
  to: string,
  thumbnail: string,
  megapixels: number,
): Promise<Size> =>
  gate(async () => {
    const format = formats[type]!
    const options: SharpOptions = {
      limitInputPixels: megapixels * 1_000_000,
      failOn: 'error',
      sequentialRead: true,
      animated: type === 'image/gif' || type === 'image/webp',
    }
    try {
      const { format: found, autoOrient, pageHeight } = await sharp(from, options).metadata()
      if (found !== format.name) throw fail('ATTACHMENTS_IMAGE_BROKEN')
      await format.write(sharp(from, options).autoOrient()).timeout({ seconds: 60 }).toFile(to)
      await sharp(to, { ...options, animated: false })
        .resize(THUMBNAIL.size, THUMBNAIL.size, { fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 80 })
        .timeout({ seconds: 60 })
        .toFile(thumbnail)
      return { width: autoOrient.width, height: pageHeight ?? autoOrient.height }
    } catch (error) {
      throw explained(error, megapixels)
    }
  })
