use plotters::coord::CoordTranslate;
use plotters::coord::cartesian::Cartesian2d;
use plotters::coord::ranged1d::Ranged;
use plotters::coord::types::RangedCoordu32;

use super::{Frame, Point};

/// Where whole numbers stand that are plotted against whole numbers, each from 0 up.
pub struct Plot {
    places: Cartesian2d<RangedCoordu32, RangedCoordu32>,
    across: RangedCoordu32,
    up: RangedCoordu32,
}

impl Plot {
    /// A plot in this frame, of numbers up to `across` to the right and up to `up` upwards.
    pub fn new(frame: Frame, across: u32, up: u32) -> Self {
        // A range without extent has no scale.
        let (across, up) = (0..across.max(1), 0..up.max(1));
        let places = Cartesian2d::new(
            across.clone(),
            up.clone(),
            (frame.x..frame.x + frame.width, frame.y + frame.height..frame.y),
        );
        Self { places, across: across.into(), up: up.into() }
    }

    /// The place of a pair, in pixels.
    pub fn place(&self, across: u32, up: u32) -> Point {
        self.places.translate(&(across, up))
    }

    /// Round numbers to the right, at most so many.
    pub fn ticks_across(&self, at_most: usize) -> Vec<u32> {
        self.across.key_points(at_most)
    }

    /// Round numbers upwards, at most so many.
    pub fn ticks_up(&self, at_most: usize) -> Vec<u32> {
        self.up.key_points(at_most)
    }
}
