import { Ban, Check, CircleHelp } from 'lucide-react';
import { type KeyboardEvent, memo, useCallback, useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Matrix, MatrixCell, MatrixColumn } from '../../../shared/model/matrix';
import { cx } from '../../ui/cx';
import { ScrollRegion } from '../../ui/scroll-region';
import { useCellDifference, useCellWord } from '../../ui/cell-words';
import { ROW_GROUPS, useColumnName, useRowName } from '../../ui/matrix-names';

export interface CellPlace {
  row: string;
  column: string;
}

interface MatrixGridProps {
  matrix: Matrix;
  chosen: CellPlace | undefined;
  onChoose: (place: CellPlace) => void;
  /** Enter on a cell: leads to what can be done with it. */
  onOpen: () => void;
}

const MARKS = {
  allow: { Icon: Check, ink: 'text-ok' },
  ask: { Icon: CircleHelp, ink: 'text-warn' },
  deny: { Icon: Ban, ink: 'text-bad' },
} as const;
const HEAD = 'sticky z-20 border-line border-b bg-panel px-1.5 text-left align-bottom font-normal text-xs leading-[16px]';

/** So many rows are drawn at once, and the others while nothing else is to be done. */
const FIRST_ROWS = 60;

/** Capabilities against scopes, modes and sub-agents. Arrow keys move, Home and End go to the ends of a row. */
export function MatrixGrid({ matrix: given, chosen, onChoose, onOpen }: MatrixGridProps) {
  const { t } = useTranslation('permissions');
  const body = useRef<HTMLTableSectionElement>(null);
  const byKey = useRef(false);
  const matrix = useDeferredValue(given, { ...given, rows: given.rows.slice(0, FIRST_ROWS) });
  const { columns } = matrix;
  const cells = useMemo(() => cellsByRow(matrix), [matrix]);
  const handlers = useRef({ onChoose, onOpen });
  handlers.current = { onChoose, onOpen };
  const choose = useCallback((place: CellPlace) => handlers.current.onChoose(place), []);
  const open = useCallback(() => handlers.current.onOpen(), []);
  const groups = ROW_GROUPS.map(({ group, rows }) => ({
    group,
    rows: matrix.rows.filter(({ id }) => rows.some((name) => name === id || id.startsWith(`${name}:`))),
  })).filter(({ rows }) => rows.length > 0);
  const order = groups.flatMap(({ rows }) => rows.map(({ id }) => id));
  const at = { row: chosen?.row ?? order[0], column: chosen?.column ?? columns[0]?.id };

  useEffect(() => {
    if (!byKey.current || !chosen) return;
    byKey.current = false;
    body.current?.querySelector<HTMLElement>('[data-chosen="true"]')?.focus();
  }, [chosen]);

  const onKeyDown = (event: KeyboardEvent) => {
    const row = order.indexOf(at.row ?? '');
    const column = columns.findIndex(({ id }) => id === at.column);
    const moves: Record<string, [number, number]> = {
      ArrowUp: [row - 1, column],
      ArrowDown: [row + 1, column],
      ArrowLeft: [row, column - 1],
      ArrowRight: [row, column + 1],
      Home: [row, 0],
      End: [row, columns.length - 1],
      PageUp: [Math.max(0, row - 10), column],
      PageDown: [Math.min(order.length - 1, row + 10), column],
    };
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      onOpen();
      return;
    }
    const [toRow, toColumn] = moves[event.key] ?? [];
    const next = { row: order[toRow ?? -1], column: columns[toColumn ?? -1]?.id };
    if (event.altKey || event.ctrlKey || event.metaKey || next.row === undefined || next.column === undefined) return;
    event.preventDefault();
    byKey.current = true;
    onChoose({ row: next.row, column: next.column });
  };

  return (
    <ScrollRegion name={t('matrix.scroll')} className="min-h-0 min-w-0 flex-1">
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table that is walked with the arrow keys
        role="grid"
        aria-label={t('matrix.title')}
        className="w-full border-separate border-spacing-0 text-sm min-[640px]:w-auto"
        onKeyDown={onKeyDown}
      >
        <Heads columns={columns} />
        <tbody ref={body}>
          {groups.map(({ group, rows }) => (
            <GroupRows key={group} name={t(`matrix.group.${group}`)} span={columns.length + 1}>
              {rows.map(({ id }) => (
                <Row
                  key={id}
                  id={id}
                  columns={columns}
                  cells={cells.get(id) ?? NO_CELLS}
                  chosen={at.row === id ? at.column : undefined}
                  onChoose={choose}
                  onOpen={open}
                />
              ))}
            </GroupRows>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Heads({ columns }: { columns: readonly MatrixColumn[] }) {
  const { t } = useTranslation('permissions');
  const columnName = useColumnName();
  const kinds = (['scope', 'mode', 'agent'] as const).map((kind) => ({
    kind,
    count: columns.filter((column) => column.kind === kind).length,
  }));
  return (
    <thead>
      <tr>
        <td className={cx(HEAD, 'top-0 left-0 z-30 border-b-0')} />
        {kinds.map(({ kind, count }) =>
          count === 0 ? undefined : (
            <th
              key={kind}
              scope="colgroup"
              colSpan={count}
              className={cx(HEAD, 'top-0 h-[22px] whitespace-nowrap border-b-0 border-l text-faint')}
            >
              {t(`matrix.columns.${kind}`)}
            </th>
          ),
        )}
      </tr>
      <tr>
        <th scope="col" className={cx(HEAD, 'top-[22px] left-0 z-30')}>
          <span className="sr-only">{t('matrix.capability')}</span>
        </th>
        {columns.map((column, index) => (
          <th
            key={column.id}
            scope="col"
            title={'file' in column ? column.file : undefined}
            className={cx(
              HEAD,
              'top-[22px] h-[24px] pb-0.5 [word-break:auto-phrase]',
              columns[index - 1]?.kind === column.kind ? '' : 'border-l',
            )}
          >
            {columnName(column.id)}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function GroupRows({ name, span, children }: { name: string; span: number; children: React.ReactNode }) {
  return (
    <>
      <tr>
        <th scope="rowgroup" colSpan={span} className="h-[24px] border-line border-b bg-bg px-2 text-left align-bottom">
          <span className="label sticky left-2">{name}</span>
        </th>
      </tr>
      {children}
    </>
  );
}

interface RowProps {
  id: string;
  columns: readonly MatrixColumn[];
  /** Of this row, by their columns. */
  cells: ReadonlyMap<string, MatrixCell>;
  /** The column of the chosen cell, where that is in this row. */
  chosen: string | undefined;
  onChoose: (place: CellPlace) => void;
  onOpen: () => void;
}

/** Hundreds of rows stay as they are while the person walks through them. */
const Row = memo(function Row({ id, columns, cells, chosen, onChoose, onOpen }: RowProps) {
  const { t } = useTranslation('permissions');
  const rowName = useRowName();
  const cellWord = useCellWord();
  const cellDifference = useCellDifference();
  return (
    <tr data-row={id} className="group">
      <th
        scope="row"
        className={cx(
          'sticky left-0 z-10 h-[25px] min-w-[150px] max-w-[230px] truncate border-line border-b px-2 text-left font-normal',
          chosen !== undefined ? 'bg-sunken' : 'bg-bg group-hover:bg-panel',
        )}
        title={rowName(id)}
      >
        {rowName(id)}
      </th>
      {columns.map((column, index) => {
        const cell = cells.get(column.id);
        return (
          <Cell
            key={column.id}
            cell={cell}
            word={cellWord(cell) ?? t('matrix.silent')}
            difference={cellDifference(cell)}
            editable={column.kind === 'agent' || (column.kind === 'scope' && column.editable)}
            chosen={chosen === column.id}
            first={columns[index - 1]?.kind !== column.kind}
            onChoose={() => onChoose({ row: id, column: column.id })}
            onOpen={onOpen}
          />
        );
      })}
    </tr>
  );
});

const NO_CELLS: ReadonlyMap<string, MatrixCell> = new Map();

function cellsByRow({ cells }: Matrix): ReadonlyMap<string, ReadonlyMap<string, MatrixCell>> {
  const rows = new Map<string, Map<string, MatrixCell>>();
  for (const cell of cells) {
    const row = rows.get(cell.row) ?? new Map<string, MatrixCell>();
    rows.set(cell.row, row.set(cell.column, cell));
  }
  return rows;
}

interface CellProps {
  cell: MatrixCell | undefined;
  word: string;
  difference: string | undefined;
  editable: boolean;
  chosen: boolean;
  first: boolean;
  onChoose: () => void;
  onOpen: () => void;
}

function Cell({ cell, word, difference, editable, chosen, first, onChoose, onOpen }: CellProps) {
  const verdict = cell?.verdict;
  const mark = verdict ? MARKS[verdict] : undefined;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid has the keys
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: within a grid a cell is one
      role="gridcell"
      tabIndex={chosen ? 0 : -1}
      aria-selected={chosen}
      aria-readonly={!editable}
      data-chosen={chosen}
      title={difference}
      onFocus={onChoose}
      onClick={onChoose}
      onDoubleClick={onOpen}
      className={cx(
        'h-[25px] min-w-[62px] border-line border-b px-1.5 focus-inset',
        first && 'border-l',
        chosen ? 'bg-selected' : 'group-hover:bg-hover',
        !editable && 'text-muted',
      )}
    >
      {verdict && mark ? (
        <span className={cx('inline-flex items-center gap-1 whitespace-nowrap', mark.ink, cell?.off && 'line-through opacity-70')}>
          <mark.Icon size={11} aria-hidden />
          {word}
        </span>
      ) : (
        <span className="text-faint">
          <span aria-hidden>·</span>
          <span className="sr-only">{word}</span>
        </span>
      )}
    </td>
  );
}
