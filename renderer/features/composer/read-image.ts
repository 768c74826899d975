import type { UserInput } from '../../../shared/model/item';

type Image = UserInput['images'][number];
export type ImageProblem = 'imageType' | 'imageTooLarge';

const TYPES: readonly Image['mediaType'][] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
const MAX_BYTES = 10_000_000;
export const MAX_IMAGES = 20;

/** Reads a pasted, dropped or chosen file as the host takes it, or says why it cannot be sent. */
export async function readImage(file: File): Promise<Image | ImageProblem> {
  const mediaType = TYPES.find((type) => type === file.type);
  if (!mediaType) return 'imageType';
  if (file.size > MAX_BYTES) return 'imageTooLarge';
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('unreadable'));
    reader.readAsDataURL(file);
  });
  return { mediaType, data: url.slice(url.indexOf(',') + 1), ...(file.name ? { name: file.name } : {}) };
}

/** The files in a paste or drop that claim to be images. */
export function imageFiles(data: DataTransfer): File[] {
  return [...data.files].filter((file) => file.type.startsWith('image/'));
}
