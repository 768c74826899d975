import { useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Anatomy } from '../../../shared/model/anatomy';
import { selectSegment } from '../../stores/selection';
import { useFormat } from '../../ui/format';
import { originLetter, originName, originTint } from '../../ui/origin';
import { fieldHue } from '../../ui/segment-letter';
import { type PlacedSegment, placeSegments } from './anatomy-rows';

const WIDTH = 1000;
const HEIGHT = 88;
const STRIP_TOP = 66;
const STRIP = 16;
/** Narrowest width in which pieces are told apart. */
const COLUMN = 3;
const NOTHING_PLACED: PlacedSegment[] = [];
/** Instructions and what repeats them: core, project instructions, skills. */
const MARKED = new Set([1, 5, 6]);

/** How much a place in a long prompt is attended to, in words of a picture: high at both ends, lower between. */
function curveHeight(x: number): number {
  return 50 - 36 * (2 * x - 1) ** 2;
}

/** Where everything lies between the beginning and the newest end, and where instructions and their copies stand on that line. */
export function PositionCurve({ anatomy, chosen }: { anatomy: Anatomy; chosen: string | undefined }) {
  const { t } = useTranslation(['inspector', 'common']);
  const format = useFormat();
  // Behind the list, in slices: hundreds of pieces would hold the frame that shows the first rows.
  const placed = useDeferredValue(
    useMemo(() => placeSegments(anatomy.segments), [anatomy.segments]),
    NOTHING_PLACED,
  );
  const marks = useMemo(() => mergeMarks(placed), [placed]);
  const drawn = useMemo(() => placed.filter(isSeen(chosen)), [placed, chosen]);
  const kept = anatomy.comparison.segments > 0 ? placed[anatomy.comparison.segments - 1]?.to : undefined;
  const summary = marks
    .map((mark) => t('curve.at', { origin: t(`common:origin.${originName(mark.origin)}`), place: format.percent(mark.x) }))
    .join(', ');
  return (
    <figure className="shrink-0 border-line border-b px-3 pt-2 pb-1">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="block h-[88px] w-full"
        role="img"
        aria-label={t('curve.name', { summary })}
      >
        <path d={curvePath()} fill="none" stroke="var(--line-strong)" strokeWidth={1.5} vectorEffect="non-scaling-stroke" />
        {kept === undefined ? undefined : (
          <line
            x1={kept * WIDTH}
            x2={kept * WIDTH}
            y1={4}
            y2={HEIGHT - 4}
            stroke="var(--muted)"
            strokeDasharray="3 3"
            vectorEffect="non-scaling-stroke"
          >
            <title>{t('curve.prefix')}</title>
          </line>
        )}
        {drawn.map(({ segment, from, to }) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: a second way for the pointer; the list below is the way for the keyboard
          <rect
            key={segment.id}
            x={from * WIDTH}
            y={STRIP_TOP}
            width={Math.max(1.2, (to - from) * WIDTH)}
            height={STRIP}
            fill={`color-mix(in srgb, ${fieldHue(segment.field)} ${originTint(segment.origin) + 25}%, var(--bg))`}
            stroke={segment.id === chosen ? 'var(--ink)' : 'var(--bg)'}
            strokeWidth={segment.id === chosen ? 2 : 0.5}
            vectorEffect="non-scaling-stroke"
            onClick={() => selectSegment(segment.id)}
          >
            <title>{`${t(`common:kind.${segment.kind}`)} · ${segment.path}`}</title>
          </rect>
        ))}
      </svg>
      <div className="relative -mt-[88px] h-[88px]" style={{ pointerEvents: 'none' }} aria-hidden>
        {marks.map((mark) => (
          <span
            key={`${mark.origin} ${mark.x}`}
            className="absolute flex h-[15px] min-w-[15px] -translate-x-1/2 -translate-y-1/2 items-center justify-center rounded-full border border-bg px-1 font-semibold text-[10px] leading-none"
            style={{
              left: `${mark.x * 100}%`,
              top: curveHeight(mark.x) + mark.lane * LANE,
              background: `color-mix(in srgb, ${fieldHue(mark.field)} ${originTint(mark.origin) + 10}%, var(--bg))`,
            }}
          >
            {originLetter(mark.origin)}
            {mark.count > 1 ? <span className="ml-0.5 font-normal">×{mark.count}</span> : undefined}
          </span>
        ))}
      </div>
      <figcaption className="flex justify-between text-faint text-xs">
        <span>{t('curve.start')}</span>
        <span title={t('curve.note')}>{t('curve.middle')}</span>
        <span>{t('curve.end')}</span>
      </figcaption>
    </figure>
  );
}

/** Of pieces that would lie in one column only the first is drawn, and the chosen one: a long request has thousands. */
function isSeen(chosen: string | undefined): (piece: PlacedSegment) => boolean {
  let column = -1;
  return ({ segment, from, to }) => {
    const last = Math.floor((to * WIDTH) / COLUMN);
    const seen = last > column || Math.floor((from * WIDTH) / COLUMN) > column || segment.id === chosen;
    column = Math.max(column, last);
    return seen;
  };
}

function curvePath(): string {
  const points = Array.from({ length: 41 }, (_, index) => index / 40);
  return points.map((x, index) => `${index === 0 ? 'M' : 'L'}${x * WIDTH} ${curveHeight(x)}`).join(' ');
}

/** Pixels between two lanes, and the share of the width that a mark covers. */
const LANE = 16;
const COVERED = 0.07;

function freeLane(marks: readonly Mark[], x: number): number {
  const taken = new Set(marks.filter((mark) => Math.abs(mark.x - x) < COVERED).map((mark) => mark.lane));
  return [0, 1, 2].find((lane) => !taken.has(lane)) ?? 0;
}

interface Mark {
  origin: number;
  field: PlacedSegment['segment']['field'];
  x: number;
  count: number;
  /** Marks that would cover each other stand below one another. */
  lane: number;
}

/** Neighbours of one origin are one mark: a file and its imports stand at one place. */
function mergeMarks(placed: readonly PlacedSegment[]): Mark[] {
  const marks: Mark[] = [];
  for (const { segment, from, to } of placed) {
    if (!MARKED.has(segment.origin)) continue;
    const x = (from + to) / 2;
    const last = marks.findLast((mark) => mark.origin === segment.origin);
    if (last && Math.abs(last.x - x) < 0.04) last.count += 1;
    else marks.push({ origin: segment.origin, field: segment.field, x, count: 1, lane: freeLane(marks, x) });
  }
  return marks;
}
