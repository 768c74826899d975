import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Result } from '../../../shared/contract/methods';
import type { RuleScope, Verdict } from '../../../shared/model/permission';
import { selectDetail, useSelection } from '../../stores/selection';
import { useReveal } from '../../stores/system';
import { Chip } from '../../ui/chip';
import { cx } from '../../ui/cx';
import { VerdictChip } from '../../ui/decision-chip';
import { keyed } from '../../ui/keyed';
import { PathActions } from '../../ui/path-actions';
import { PathText } from '../../ui/path-text';
import { ViewSection } from '../../ui/view-page';

type Rule = Result<'permission.rules'>['rules'][number];

interface Group {
  key: string;
  scope: RuleScope;
  file: string | undefined;
  rules: Rule[];
}

const ORDER: readonly Verdict[] = ['deny', 'ask', 'allow'];

/** Rules by the place that they stand in; within it in the order in which they are looked at: deny, ask, allow. */
export function groupRules(rules: readonly Rule[]): Group[] {
  const groups: Group[] = [];
  for (const rule of rules) {
    const key = `${rule.scope} ${rule.file ?? ''}`;
    const group = groups.find((entry) => entry.key === key);
    if (group) group.rules.push(rule);
    else groups.push({ key, scope: rule.scope, file: rule.file, rules: [rule] });
  }
  for (const group of groups) group.rules.sort((a, b) => ORDER.indexOf(a.verdict) - ORDER.indexOf(b.verdict));
  return groups;
}

export function RuleGroups({ rules, folder, inSession }: { rules: readonly Rule[]; folder: string; inSession: boolean }) {
  const { t } = useTranslation('permissions');
  const groups = groupRules(rules);
  return (
    <ViewSection title={t('rules.title')} count={rules.length} note={t('rules.note')}>
      {groups.map((group) => (
        <RuleGroup key={group.key} group={group} folder={folder} />
      ))}
      {rules.length === 0 ? <p className="max-w-prose py-1 text-muted">{t('rules.none')}</p> : undefined}
      {inSession && !groups.some((group) => group.scope === 'session') ? (
        <p className="pt-2 text-faint text-sm">{t('rules.noGrants')}</p>
      ) : undefined}
    </ViewSection>
  );
}

function RuleGroup({ group, folder }: { group: Group; folder: string }) {
  const { t } = useTranslation(['permissions', 'common']);
  const reveal = useReveal();
  return (
    <div className="pt-2">
      <h3 className="flex min-h-[26px] items-center gap-2 text-sm">
        <span className="shrink-0 text-muted">{t(`common:scope.${group.scope}`)}</span>
        {group.file ? (
          <>
            <PathText path={group.file} base={folder} />
            <PathActions path={group.file} onReveal={reveal} />
          </>
        ) : undefined}
      </h3>
      <ul aria-label={group.file ?? t(`common:scope.${group.scope}`)} className="border-line border-t">
        {keyed(group.rules).map(({ key, value }) => (
          <RuleRow key={key} rule={value} />
        ))}
      </ul>
    </div>
  );
}

function RuleRow({ rule }: { rule: Rule }) {
  const { t } = useTranslation('permissions');
  const selected = useSelection((state) => state.current.detail === rule.text);
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (selected) row.current?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  return (
    <li ref={row} data-selected={selected} className="clickable border-line border-b">
      <button
        type="button"
        aria-current={selected ? 'true' : undefined}
        onClick={() => selectDetail(rule.text)}
        className="flex min-h-[28px] w-full items-start gap-2 px-1.5 py-[3px] text-left focus-inset"
      >
        <span className="flex w-16 shrink-0 pt-[2px]">
          <VerdictChip verdict={rule.verdict} />
        </span>
        <code className={cx('min-w-0 flex-1 break-anywhere leading-[22px]', rule.off && 'text-faint line-through')}>{rule.text}</code>
        {rule.off ? (
          <Chip tone="warn" title={t('rules.offNote')} className="mt-[2px]">
            {t(`rules.off.${rule.off}`, { defaultValue: t('rules.offShort') })}
          </Chip>
        ) : undefined}
        {rule.line === undefined ? undefined : (
          <span className="text-muted text-sm leading-[22px]">{t('rules.line', { line: rule.line })}</span>
        )}
      </button>
    </li>
  );
}
