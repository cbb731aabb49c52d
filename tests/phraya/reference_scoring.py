"""End of the Game of Phraya in plain Python: the six categories of points, and who won."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tests.phraya.reference_box import GOODS

if TYPE_CHECKING:
    from tests.phraya.reference import Game

# Counted for each seat.
TALLIES = ["cards_bought", "stalls_bought", "baskets_bought", "rowers_hired", "goods_bought", "goods_sold", "favors_used"]
TALLIES += ["flowers_from_stalls", "blessings", "retrievals", "price_changes", "barge_moves", "blocked_turns"]


def result(game: Game) -> dict[str, Any]:
    """Return how the game ended, by seat and for all, and who won."""
    seats = range(game.players)
    points = {
        "coin_points": [coins_left(game, p) // game.edition.coins_per_point for p in seats],
        "temple_points": [temple_points(game, p) for p in seats],
        "order_points": [sum(game.box.orders[order].points for order in game.boards[p].orders) for p in seats],
        "card_points": [card_points(game, p) for p in seats],
        "king_points": king_points(game),
        "stall_points": stall_points(game),
    }
    score = [sum(of_a_seat) for of_a_seat in zip(*points.values(), strict=True)]
    merits = [(score[p], game.boards[p].favors, game.boards[p].flowers) for p in seats]  # the larger, the better
    rank = [1 + sum(other > mine for other in merits) for mine in merits]
    return {
        **points,
        "score": score,
        "rank": rank,
        "share": [Fraction(int(r == 1), rank.count(1)) for r in rank],
        "turns": [board.turns for board in game.boards],
        "coins_left": [coins_left(game, p) for p in seats],
        "flowers_left": [board.flowers for board in game.boards],
        "favors_left": [board.favors for board in game.boards],
        "orders_filled": [len(board.orders) for board in game.boards],
        "temple_offerings": [sum(game.offerings(p)) for p in seats],
        "royal_offerings": [sum(game.tithes(p)) for p in seats],
        **{f"{good}_stalls": [game.stalls_owned(p)[g] for p in seats] for g, good in enumerate(GOODS)},
        **{name: [getattr(board, name) for board in game.boards] for name in TALLIES},
        "taken": [
            [int(card in board.cards_taken) for card in range(game.box.basics, len(game.box.cards))]
            + [int(order in board.orders) for order in range(len(game.box.orders))]
            for board in game.boards
        ],
        "tithe_completed": int(game.tithe_is_completed()),
        "buddha_worshipped": int(game.buddha_is_worshipped()),
        "supremacy": int(game.market_is_ruled()),
        "prices": [[*noted, *[0] * (game.NOTED_ROUNDS - len(noted))] for noted in game.prices_noted],
        "final_prices": [game.price(g) for g in range(len(GOODS))],
    }


def split(points: int, players: int) -> int:
    """Return each player's part, rounded up."""
    return -(-points // players)


def majority(counts: list[int], first: int, second: int) -> list[int]:
    """Return points by seat: `first` for the most, `second` for the second most; ties for the most share both."""
    points = [0] * len(counts)
    most = max(counts)
    leaders = [p for p, n in enumerate(counts) if n == most > 0]
    for p in leaders:
        points[p] = first if len(leaders) == 1 else split(first + second, len(leaders))
    if len(leaders) == 1:
        next_most = max([n for n in counts if n < most], default=0)
        runners_up = [p for p, n in enumerate(counts) if n == next_most > 0]
        for p in runners_up:
            points[p] = split(second, len(runners_up))
    return points


def coins_left(game: Game, seat: int) -> int:
    """Return a seat's coins with those for the goods on its boat."""
    board = game.boards[seat]
    return board.coins + sum(n * game.price(g) for g, n in enumerate(board.goods))


def temple_points(game: Game, seat: int) -> int:
    """Return points for offerings by good, then for each section: its majority, or its penalty for no disk there."""
    total = sum(n * game.box.offering_points[g] for g, n in enumerate(game.offerings(seat)))
    for section, (points, penalty) in enumerate(game.box.section_points):
        disks = [game.section_disks(p)[section] for p in range(game.players)]
        if disks[seat] == 0:
            total -= penalty
        elif disks[seat] == max(disks):
            total += split(points, disks.count(max(disks)))
    return total


def stalls_counted(game: Game, seat: int) -> list[int]:
    """Return a seat's stalls by good, with the cards that count as one."""
    bonuses = [game.box.cards[card].bonus for card in game.boards[seat].cards]
    return [n + bonuses.count(f"as_{good}_stall") for n, good in zip(game.stalls_owned(seat), GOODS, strict=True)]


def card_points(game: Game, seat: int) -> int:
    """Return what the cards of a seat, in hand or discarded, are worth."""
    board, stalls = game.boards[seat], stalls_counted(game, seat)
    counted = {
        "orders": len(board.orders),
        "king_disks": sum(game.tithes(seat)),
        "temple_disks": sum(game.offerings(seat)),
        "vegetable_stalls": stalls[0],
        "fruit_stalls": stalls[1],
        "fish_stalls": stalls[2],
        "meat_stalls": stalls[3],
        "stalls": sum(stalls),
        "flowers": board.flowers,
        "favors": board.favors,
        "coins": coins_left(game, seat) // game.edition.coins_per_point,
    }
    bonuses = [game.box.cards[card].bonus for card in board.cards]
    return sum(game.box.bonus_points[bonus] * counted[bonus] for bonus in bonuses if bonus in counted)


def king_points(game: Game) -> list[int]:
    """Return points for most disks on the King's Chart, and for each disk in every row of it."""
    tithes = [game.tithes(p) for p in range(game.players)]
    of_majority = majority([sum(disks) for disks in tithes], game.edition.king_first, game.edition.king_second)
    return [points + game.edition.king_set * min(disks) for points, disks in zip(of_majority, tithes, strict=True)]


def stall_points(game: Game) -> list[int]:
    """Return points for the majorities of stalls of each good."""
    stalls = [stalls_counted(game, p) for p in range(game.players)]
    of_goods = [majority([counts[g] for counts in stalls], *game.box.stall_points[g]) for g in range(len(GOODS))]
    return [sum(of_a_seat) for of_a_seat in zip(*of_goods, strict=True)]
