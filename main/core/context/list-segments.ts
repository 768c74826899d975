import type { PlacedPart, ResolvedRecipe } from '../../../shared/model/part';
import type { Field, Segment, StoredSegment } from '../../../shared/model/segment';
import { KIND_TRAITS } from '../../../shared/model/kind-traits';

/** A block of a request with its absolute pointer. */
export interface RecipeBlock {
  pointer: string;
  field: Field;
  placed: PlacedPart;
}

/** All blocks of a request in the order of the body: system, tools, messages. */
export function listBlocks(recipe: ResolvedRecipe): RecipeBlock[] {
  const front = (['system', 'tools'] as const).flatMap((field) =>
    recipe[field].map((placed, index) => ({ pointer: `/${field}/${index}`, field, placed })),
  );
  const messages = recipe.messages.flatMap((message, at) =>
    message.blocks.map((placed, index) => ({ pointer: `/messages/${at}/content/${index}`, field: 'messages' as const, placed })),
  );
  return [...front, ...messages];
}

/** Every segment of a request with an absolute pointer and its traits filled in: the shape of `payload --segments`. */
export function listSegments(recipe: ResolvedRecipe): Segment[] {
  return listBlocks(recipe).flatMap(({ pointer, field, placed }) =>
    placed.segments.map((segment) => completeSegment(segment, pointer, field)),
  );
}

function completeSegment(segment: StoredSegment, pointer: string, field: Field): Segment {
  const traits = KIND_TRAITS[segment.kind];
  return {
    ...segment,
    pointer: pointer + segment.pointer,
    field,
    trust: segment.trust ?? traits.trust,
    stability: segment.stability ?? traits.stability,
  };
}
