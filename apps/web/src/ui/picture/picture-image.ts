import { errors } from '@escola/contract/errors'
import { limits } from '@escola/contract/limits'
import { messages } from '@escola/contract/messages'

/** A picture that can't be used, said in Portuguese. */
export class PictureProblem extends Error {}

export interface Area {
  x: number
  y: number
  width: number
  height: number
}

/** Size of the cut picture, at most 1920 px wide and in its own ratio, width by height (part 1 §5). */
export const computePictureSize = (area: Area, ratio: number) => {
  const width = Math.max(1, Math.min(limits.cropWidth, Math.round(area.width)))
  return { width, height: Math.max(1, Math.round(width / ratio)) }
}

export async function openImage(file: File): Promise<HTMLImageElement> {
  if (!['image/jpeg', 'image/png'].includes(file.type)) throw new PictureProblem(errors.invalid_image.pt)
  const image = new Image()
  image.src = URL.createObjectURL(file)
  // Waits for the size only: decoding would already need the memory that we want to refuse.
  await new Promise<void>((resolve, reject) => {
    image.onload = () => resolve()
    image.onerror = () => reject(new PictureProblem(errors.invalid_image.pt))
  })
  if (image.naturalWidth * image.naturalHeight > limits.imagePixels) {
    throw new PictureProblem(errors.image_too_many_pixels.pt)
  }
  return image
}

const encode = (canvas: HTMLCanvasElement, type: string) =>
  new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.9))

/** Cuts and scales; a PNG that would be too heavy becomes a JPEG. */
export async function cropPicture(image: HTMLImageElement, area: Area, ratio: number, file: File): Promise<File> {
  const { width, height } = computePictureSize(area, ratio)
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) throw new PictureProblem(errors.invalid_image.pt)
  context.imageSmoothingQuality = 'high'
  if (file.type === 'image/jpeg') {
    context.fillStyle = '#fff'
    context.fillRect(0, 0, width, height)
  }
  context.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, width, height)
  for (const type of file.type === 'image/png' ? ['image/png', 'image/jpeg'] : ['image/jpeg']) {
    const blob = await encode(canvas, type)
    if (!blob) throw new PictureProblem(errors.invalid_image.pt)
    if (blob.size < limits.imageBytes) {
      return new File([blob], `imagem.${type === 'image/png' ? 'png' : 'jpg'}`, { type })
    }
  }
  throw new PictureProblem(messages.imageTooLarge(file.name))
}
