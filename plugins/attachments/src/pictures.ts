import { limit } from '@linecard/plugin-kit/concurrency'
import sharp, { type Sharp, type SharpOptions } from 'sharp'
import { fail } from './errors.ts'
import { previewFormat, type MediaType } from './kinds.ts'

// A file is read once: a cache would only hold memory. With one thread for a picture and two pictures at a
// time, requests still get the processor.
sharp.cache(false)
sharp.concurrency(1)
const limited = limit(2)

const formats: Readonly<Record<string, { name: string; write(picture: Sharp): Sharp }>> = {
  'image/png': { name: 'png', write: picture => picture.png() },
  'image/jpeg': { name: 'jpeg', write: picture => picture.jpeg({ quality: 90 }) },
  'image/webp': { name: 'webp', write: picture => picture.webp({ quality: 90 }) },
  'image/gif': { name: 'gif', write: picture => picture.gif() },
}

const explained = (error: unknown, pixels: number): unknown => {
  const message = error instanceof Error ? error.message : ''
  if (/pixel limit|^timeout/i.test(message)) return fail('ATTACHMENTS_IMAGE_TOO_LARGE', { limit: pixels })
  if (/system error: (no space left|disk quota|file too large)/i.test(message))
    return fail('ATTACHMENTS_STORAGE_FULL')
  if (/system error:/.test(message)) return fail('ATTACHMENTS_STORAGE_FAILED')
  return fail('ATTACHMENTS_IMAGE_BROKEN')
}

/** In pixels. */
export interface Size {
  width: number
  height: number
}

/**
 * Encodes a picture again, upright and without metadata, and draws a preview of its first frame. Data that is
 * hidden in or after the original picture does not get into the new file. The header is checked before the
 * picture is decoded.
 * @throws ApiError if the picture is too large, damaged or of another type
 */
export const redraw = (
  from: string,
  type: MediaType,
  to: string,
  preview: string,
  megapixels: number,
): Promise<Size> =>
  limited(async () => {
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
        .resize(previewFormat.size, previewFormat.size, { fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 80 })
        .timeout({ seconds: 60 })
        .toFile(preview)
      return { width: autoOrient.width, height: pageHeight ?? autoOrient.height }
    } catch (error) {
      throw explained(error, megapixels)
    }
  })
