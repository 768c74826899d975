// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { VirtualList } from '../../renderer/ui/virtual-list';
import { preparePage, resetPageAfterEach, show } from './support/page';

preparePage();
resetPageAfterEach();

const ROWS = Array.from({ length: 500 }, (_, index) => (index % 10 === 0 ? `head ${index}` : `row ${index}`));

function Rows({ withControls = false, openAt = 0 }: { withControls?: boolean; openAt?: number }) {
  const [selected, setSelected] = useState(-1);
  return (
    <VirtualList
      name="Rows"
      rows={ROWS}
      keyOf={(row) => row}
      rowHeight={20}
      selected={selected}
      openAt={openAt}
      onMove={setSelected}
      isFixed={(row) => row.startsWith('head')}
      rowsHaveControls={withControls}
      render={(row) => (withControls ? <button type="button">{row}</button> : row)}
    />
  );
}

/** The row that assistive technology reads out while the list has the focus. */
function active(): HTMLElement | null {
  return document.getElementById(screen.getByRole('listbox', { name: 'Rows' }).getAttribute('aria-activedescendant') ?? '');
}

describe('a virtual list', () => {
  it('is a listbox that names the row to which the keys have moved', async () => {
    show(<Rows />);
    const list = screen.getByRole('listbox', { name: 'Rows' });
    expect(active()).toBeNull();
    await userEvent.tab();
    expect(document.activeElement).toBe(list);
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    expect(active()?.textContent).toBe('row 2');
    expect(within(list).getByRole('option', { selected: true })).toBe(active());
    expect(document.activeElement).toBe(list);
  });

  it('opens where it is told to, and is entered there by the keys', async () => {
    show(<Rows openAt={301} />);
    expect(screen.getByRole('option', { name: 'row 301' })).toBeDefined();
    expect(screen.queryByRole('option', { name: 'row 1' })).toBeNull();
    await userEvent.tab();
    await userEvent.keyboard('{ArrowDown}');
    expect(active()?.textContent).toBe('row 301');
  });

  it('builds the chosen row wherever it lies, and steps over rows that cannot be chosen', async () => {
    show(<Rows />);
    await userEvent.tab();
    await userEvent.keyboard('{End}');
    expect(active()?.textContent).toBe('row 499');
    expect(screen.getAllByRole('option').length).toBeLessThan(100);
    await userEvent.keyboard('{Home}');
    expect(active()?.textContent).toBe('row 1');
    await userEvent.keyboard('{ArrowUp}');
    expect(active()?.textContent).toBe('row 1');
  });

  it('chooses by a click, but not what only divides the rows', async () => {
    show(<Rows />);
    await userEvent.click(screen.getByRole('option', { name: 'row 3' }));
    expect(active()?.textContent).toBe('row 3');
    await userEvent.click(screen.getByRole('option', { name: 'head 0' }));
    expect(active()?.textContent).toBe('row 3');
  });

  it('moves the focus itself where rows have buttons of their own', async () => {
    show(<Rows withControls />);
    expect(screen.queryByRole('listbox')).toBeNull();
    await userEvent.tab();
    await userEvent.keyboard('{ArrowDown}');
    expect(document.activeElement?.textContent).toBe('row 1');
    await userEvent.keyboard('{End}');
    expect(document.activeElement?.textContent).toBe('row 499');
  });
});
